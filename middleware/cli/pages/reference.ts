import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { findOwnPackageFolder } from "../../node-http/find-own-package-folder.ts";

/**
 * Page at `/docs`: the reference of the ledger API, rendered by a library that this server serves
 * as well.
 */
export const apiReferencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reference · Ledger in a box</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/reference.css">
    <script type="module" src="/docs/explorer.js"></script>
    <script type="module" src="/docs/reference.js"></script>
  </head>
  <body>
    <noscript>This page needs scripts. <a href="/docs/openapi">The document itself</a> does not.</noscript>
    <openapi-explorer hide-console use-path-in-nav-bar></openapi-explorer>
  </body>
</html>
`;

/** Styles of the library for light and dark mode. */
export const referencePageStyle = `:root { color-scheme: light dark; }
html, body { margin: 0; height: 100%; }
openapi-explorer { --font-regular: system-ui, sans-serif; --font-mono: ui-monospace, monospace;
  --bg: #fff; --bg2: #f3f5f7; --bg3: #e7ebef; --fg: #1c2127; --fg2: #2b323a; --fg3: #4d5761;
  --nav-bg-color: #f3f5f7; --nav-text-color: #1c2127; --nav-hover-bg-color: #dfe5ea; --nav-hover-text-color: #1c2127;
  --primary-color: #0b5cad; --secondary-color: #7a4a00; --primary-btn-text-color: #fff; --input-bg: #fff;
  --border-color: #8a949e; --light-border-color: #ccd3d9; --light-fg: #4d5761; --placeholder-color: #5d6873;
  --blue: #0b5cad; --green: #176b2c; --red: #b3261e; --orange: #8a4b00; --purple: #6b3fa0; --hover-color: #f3f5f7; }
@media (prefers-color-scheme: dark) {
  openapi-explorer { --bg: #16191d; --bg2: #1f2429; --bg3: #2a3037; --fg: #e8ebee; --fg2: #d3d9de; --fg3: #aab4bd;
    --nav-bg-color: #1f2429; --nav-text-color: #e8ebee; --nav-hover-bg-color: #343c44; --nav-hover-text-color: #fff;
    --primary-color: #7ab8ff; --secondary-color: #ffc56b; --primary-btn-text-color: #10161c; --input-bg: #1f2429;
    --border-color: #7b8691; --light-border-color: #3b444d; --light-fg: #aab4bd; --placeholder-color: #aab4bd;
    --blue: #7ab8ff; --green: #7fd394; --red: #ff9b94; --orange: #ffc56b; --purple: #cbb0f5; --hover-color: #2a3037; }
}
`;

/** Fetches the OpenAPI document as JSON. Calls that the user tries go to the page's origin. */
export const apiReferencePageScript = `const explorer = document.querySelector("openapi-explorer");
const answer = await fetch("/docs/openapi", { headers: { Accept: "application/json" } });
const document_ = await answer.json();
document_.servers = [{ url: location.origin }];
await customElements.whenDefined("openapi-explorer");
await explorer.loadSpec(document_);
`;

/**
 * Returns the code of the library, compressed: from the built package, or from node_modules in a
 * checkout.
 */
export const loadApiExplorerCode = (): Promise<Buffer> =>
  (explorerScript ??= readApiExplorerCode());

let explorerScript: Promise<Buffer> | undefined;

const readApiExplorerCode = async (): Promise<Buffer> => {
  const root = findOwnPackageFolder();
  try {
    return await readFile(join(root, "dist", "openapi-explorer.js.gz"));
  } catch {
    return promisify(gzip)(await readFile(join(root, "node_modules", explorerFile)));
  }
};

const explorerFile = "openapi-explorer/dist/browser/openapi-explorer.min.js";
