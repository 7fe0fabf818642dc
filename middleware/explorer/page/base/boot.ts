import type { ShownTestSummary } from "../../render-explorer-page-html.ts";

/** Facts that the server wrote into the page; see `render-explorer-page-html.ts`. */
interface PageConfig {
  readonly version: string;
  readonly ledgerPath: string;
  readonly controlPath?: string;
  readonly referencePath?: string;
  readonly needsToken: boolean;
  readonly makesTokens: boolean;
  readonly isLocalnet: boolean;
  readonly watched?: ShownTestSummary;
  /** True if the ledger runs inside the page. */
  readonly isInPage?: boolean;
}

const pageConfigJson =
  document.querySelector<HTMLMetaElement>('meta[name="ledger"]')?.content ?? "{}";

export const explorerPageConfig = JSON.parse(pageConfigJson) as PageConfig;

const pageFolderUrl = new URL(".", location.href);
const resolveFolderUrl = (path: string): URL =>
  new URL(path.endsWith("/") ? path : `${path}/`, pageFolderUrl);

/** Ends with a slash. */
export const ledgerApiUrl = resolveFolderUrl(explorerPageConfig.ledgerPath);
export const explorerDataUrl = resolveFolderUrl("explorer-data");
/** Undefined if the page does not control the ledger. */
export const controlApiUrl =
  explorerPageConfig.controlPath === undefined
    ? undefined
    : resolveFolderUrl(explorerPageConfig.controlPath);
