import type { Settings } from "../settings.ts";

/** What the page tells; nothing of it is for those with a token only. */
export interface HomeFacts {
  /** Of the API. */
  readonly version: string;
  readonly auth: Settings["auth"]["kind"];
  readonly hasControl: boolean;
}

/** The page at `/`: where things are. It has no data of the ledger, as nobody is asked who he is. */
export const homePage = ({ version, auth, hasControl }: HomeFacts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Ledger in a box</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/home.css">
    ${hasControl ? `<script type="module" src="/docs/home.js"></script>` : ""}
  </head>
  <body>
    <main>
      <h1>Ledger in a box</h1>
      <p>A Canton participant’s JSON Ledger API, version ${escaped(version)}, is served here.</p>
      <h2>Where things are</h2>
      <dl>
        <dt><a href="/docs">Reference</a></dt>
        <dd>All operations of the ledger API, to read and to try.</dd>
        <dt><code>/v2/…</code></dt>
        <dd>The ledger API: over HTTP, its streams over WebSocket as well.</dd>
        <dt><code>/v0/transactions</code></dt>
        <dd>The coin history; it needs no token. <code>POST</code> with <code>{"page_size": 5}</code>.</dd>
        <dt><a href="/docs/openapi"><code>/docs/openapi</code></a>, <a href="/docs/asyncapi"><code>/docs/asyncapi</code></a></dt>
        <dd>The documents that clients are generated from, as a participant has them.</dd>
        <dt><a href="/livez"><code>/livez</code></a>, <a href="/readyz"><code>/readyz</code></a></dt>
        <dd>Whether it runs, and is ready.</dd>
        <dt><code>/control</code></dt>
        <dd>${controlText(hasControl)}</dd>
      </dl>
      <h2>Who may call</h2>
      <p>${authTexts[auth]}</p>
      ${hasControl ? controlForm : ""}
    </main>
  </body>
</html>
`;

const controlText = (hasControl: boolean): string =>
  hasControl
    ? "Clock, snapshots, fixtures and reset, for who knows the secret that was printed at the start."
    : "Not here: start with <code>--control</code> to move the clock, take snapshots, load fixtures and reset.";

const authTexts: Readonly<Record<HomeFacts["auth"], string>> = {
  disabled: "Everybody may do everything: authorization is disabled.",
  secret:
    "Whoever has a token of a user: <code>Authorization: Bearer …</code>. One was printed for each user at the start; <code>ledger-in-a-box token &lt;user&gt;</code> prints another.",
  publicKey:
    "Whoever has a token that was signed with the private key: <code>Authorization: Bearer …</code>.",
};

/** Works in a browser that runs scripts; the others have the command. */
const controlForm = `<h2>Back to the beginning</h2>
      <form id="reset">
        <label for="secret">Secret of the control API</label>
        <input id="secret" name="secret" type="password" autocomplete="off" spellcheck="false">
        <button>Back to what was loaded</button>
        <p id="outcome" role="status"></p>
      </form>
      <p>From a shell: <code>ledger-in-a-box reset</code>.</p>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Colours are the browser's own: they follow light and dark, and contrast as its user wants it. */
export const homeStyle = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
code { font-family: ui-monospace, monospace; font-size: .95em; }
a { color: LinkText; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .6rem 1.5rem; margin: 0; }
dd { margin: 0; }
form { display: grid; gap: .5rem; justify-items: start; }
input { font: inherit; width: min(100%, 28rem); box-sizing: border-box; padding: .35rem .5rem; }
button { font: inherit; padding: .4rem .9rem; cursor: pointer; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin: 0 0 .8rem; } }
`;

/** The secret comes behind the # of the address that was printed: that part is never sent. */
export const homeScript = `const form = document.getElementById("reset");
const secret = document.getElementById("secret");
const outcome = document.getElementById("outcome");
secret.value = new URLSearchParams(location.hash.slice(1)).get("control") ?? "";
history.replaceState(null, "", location.pathname);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  outcome.textContent = "…";
  const headers = secret.value === "" ? {} : { Authorization: "Bearer " + secret.value };
  try {
    const answer = await fetch("/control/reset", { method: "POST", headers });
    const body = await answer.json();
    outcome.textContent = answer.ok
      ? "Done: the ledger is back at offset " + body.ledgerEnd + "."
      : body.cause;
  } catch {
    outcome.textContent = "The ledger does not answer.";
  }
});
`;
