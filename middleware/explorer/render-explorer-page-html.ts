import type { Ledger } from "../../lib/index.ts";
import { isLocalnet } from "../../lib/localnet/index.ts";
import type { ExplorerOptions } from "./explorer-options.ts";
import type { InspectedTest } from "./inspected-test.ts";
import type { ExplorerPageFiles } from "./page-files.ts";

/** Facts that the page needs before its first request. They are public. */
interface PageFacts extends Pick<ExplorerOptions, "controlPath" | "referencePath"> {
  readonly version: string;
  readonly ledgerPath: string;
  readonly needsToken: boolean;
  readonly makesTokens: boolean;
  /** True if the ledger had the rules of Amulet when the page was requested. */
  readonly isLocalnet: boolean;
  readonly watched?: ShownTestSummary;
}

/** The test whose ledger is shown. A live test waits until the page is closed. */
export interface ShownTestSummary extends Pick<InspectedTest, "title" | "error"> {
  readonly isLive: boolean;
}

export const createExplorerPageFacts = (ledger: Ledger, options: ExplorerOptions): PageFacts => ({
  version: ledger.config.version,
  ledgerPath: options.ledgerPath ?? "/",
  ...(options.controlPath === undefined ? {} : { controlPath: options.controlPath }),
  ...(options.referencePath === undefined ? {} : { referencePath: options.referencePath }),
  needsToken: options.auth !== "disabled",
  makesTokens: options.tokenOf !== undefined,
  isLocalnet: isLocalnet(ledger),
  ...(options.watched === undefined ? {} : { watched: inspectedTestFacts(options.watched) }),
});

const inspectedTestFacts = ({ title, error, end }: InspectedTest): ShownTestSummary => ({
  title: title.slice(0, maxText),
  error: error.slice(0, maxText),
  isLive: end !== undefined,
});

/** Maximum length of title and error; the runner prints the full text. */
const maxText = 4_000;

/**
 * Returns the HTML page. It contains no ledger data: the page requests data with the user's token.
 */
export const renderExplorerPageHtml = (
  facts: PageFacts,
  { script, style, preload }: ExplorerPageFiles,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="ledger" content="${escapeHtml(JSON.stringify(facts))}">
    <title>Ledger in a box</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="explorer-assets/${style}">
    ${preload.map((name) => `<link rel="modulepreload" href="explorer-assets/${name}">`).join("\n    ")}
    <script type="module" src="explorer-assets/${script}"></script>
  </head>
  <body>
    <div id="explorer"></div>
    <noscript>
      <h1>Ledger in a box</h1>
      <p>This page needs scripts. The JSON Ledger API, version ${escapeHtml(facts.version)}, does not: it is served at <code>${escapeHtml(facts.ledgerPath)}v2/…</code>.</p>
    </noscript>
  </body>
</html>
`;

/** Page for a checkout whose sources were not built. */
export const explorerNotBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Ledger in a box</title></head>
  <body><p>The page is not built. Run <code>npm run build</code> or <code>npm start</code>.</p></body>
</html>
`;

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
