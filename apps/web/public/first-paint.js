// Runs before the first paint, so that a stored light theme does not flash dark. In its own file,
// because the content security policy forbids inline scripts. The default theme is dark.
try {
  if (localStorage.getItem('vuetify-theme') === 'light') {
    document.documentElement.setAttribute('data-theme', 'light');
  }
} catch {
  // Storage may be disabled; the default theme stays.
}
