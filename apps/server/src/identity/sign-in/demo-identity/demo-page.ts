import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.js';
import { DEMO_PATHS } from './demo-client.js';

/** The page with the accounts; each links to the same URL with a `login_hint`. */
export function renderDemoPage(query: URLSearchParams): string {
  return renderPage({
    badge: 'Demo',
    title: 'Choose an account',
    content: `<ul>
${DEMO_ACCOUNTS.map((account) => renderAccount(account, query)).join('\n')}
</ul>`,
  });
}

/** The page that asks for one's own name and address. */
export function renderLocalPage(query: URLSearchParams, isFirst: boolean): string {
  const given = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return renderPage({
    badge: 'This machine only',
    title: 'Local sign-in',
    content: `<form action="${DEMO_PATHS.authorize}">
${given.join('\n')}
<label for="name">Your name</label>
<input id="name" name="login_name" autocomplete="name" required maxlength="200" autofocus>
<label for="email">Your email address</label>
<input id="email" name="login_hint" type="email" autocomplete="email" required maxlength="254">
<button>Sign in</button>
</form>${isFirst ? '\n<p class="note">You are the first person here, so you become admin of the portal.</p>' : ''}`,
  });
}

function renderPage(page: { badge: string; title: string; content: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${page.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="badge">${page.badge}</p>
<h1>${page.title}</h1>
<p class="lead">to continue to Turing Portal</p>
${page.content}
<p class="note">This page stands in for Google on a machine without Google sign-in. It needs no
password and answers to this machine only.</p>
</main>
</body>
</html>
`;
}

function renderAccount({ email, name, role }: DemoAccount, query: URLSearchParams): string {
  const choice = new URLSearchParams(query);
  choice.set('login_hint', email);
  return `<li><a href="${escape(`${DEMO_PATHS.authorize}?${choice.toString()}`)}">
<span class="avatar" aria-hidden="true">${escape(name.charAt(0))}</span>
<span class="who"><strong>${escape(name)}</strong><span>${escape(email)}</span></span>
<span class="role">${escape(role)}</span>
</a></li>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { --page: #f4f6f8; --card: #fff; --ink: #14181d; --soft: #5b6672; --line: #dde3e9;
  --hover: #eef6f5; --accent: #0d8276; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0c1013; --card: #14191e; --ink: #e9eef2; --soft: #93a0ac; --line: #242c34;
    --hover: #1a2228; --accent: #4fd1c0; --on-accent: #06211e; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px;
  background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 480px; padding: 36px 32px 28px; border-radius: 16px;
  background: var(--card); border: 1px solid var(--line); }
.badge { display: inline-block; margin: 0 0 14px; padding: 2px 10px; border-radius: 99px;
  background: var(--accent); color: var(--on-accent); font-size: 12px; font-weight: 600;
  letter-spacing: .04em; }
h1 { margin: 0; font-size: 26px; font-weight: 650; letter-spacing: -.01em; }
.lead { margin: 4px 0 22px; color: var(--soft); }
ul { list-style: none; margin: 0 -12px; padding: 0; }
li + li { border-top: 1px solid var(--line); }
a { display: flex; align-items: center; gap: 14px; padding: 13px 12px; color: inherit;
  text-decoration: none; }
a:hover { background: var(--hover); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 8px; }
.avatar { flex: none; display: grid; place-items: center; width: 40px; height: 40px;
  border-radius: 50%; background: var(--accent); color: var(--on-accent); font-weight: 650; }
.who { flex: 1; min-width: 0; display: grid; }
.who strong { font-weight: 600; }
.who span { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.role { max-width: 40%; color: var(--soft); font-size: 13px; text-align: right; }
label { display: block; margin: 14px 0 4px; font-size: 14px; }
input, button { width: 100%; padding: 11px 12px; border-radius: 8px; font: inherit; }
input { border: 1px solid var(--soft); background: var(--page); color: inherit; }
button { margin-top: 22px; border: 0; background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) {
  main { padding: 28px 24px 22px; }
  a { flex-wrap: wrap; row-gap: 2px; }
  .role { flex-basis: 100%; max-width: none; padding-left: 54px; text-align: left; }
}
.note { margin: 22px 0 0; color: var(--soft); font-size: 13px; }
`;
