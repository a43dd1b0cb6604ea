/** The name of a user; the email if the profile has none. */
export function nameOr(email: string, name: string): string {
  return name.trim() === '' ? email : name;
}
