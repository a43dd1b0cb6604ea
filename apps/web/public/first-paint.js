// Runs before the first paint, so that a stored light theme never flashes dark. A file of its own
// because the content security policy allows no inline script. Dark is the default look.
try {
  if (localStorage.getItem('vuetify-theme') === 'light') {
    document.documentElement.setAttribute('data-theme', 'light');
  }
} catch {
  // Storage may be forbidden; the default theme stands.
}
