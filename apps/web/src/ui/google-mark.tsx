/** Google's G in the colour of the button. */
export function GoogleMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden
      focusable="false"
    >
      <path d="M12.2 10.3v3.6h5.1c-.5 2.3-2.4 3.6-5.1 3.6a5.5 5.5 0 1 1 0-11c1.4 0 2.6.5 3.6 1.3l2.6-2.6A9.2 9.2 0 0 0 12.2 2.8a9.2 9.2 0 1 0 0 18.4c5.3 0 8.9-3.7 8.9-9 0-.6-.1-1.3-.2-1.9z" />
    </svg>
  );
}
