import type { InspectedTestFacts } from "../../explorer-page.ts";

/** Facts that the server wrote into the page; see `explorer-page.ts`. */
interface Boot {
  readonly version: string;
  readonly ledgerPath: string;
  readonly controlPath?: string;
  readonly referencePath?: string;
  readonly needsToken: boolean;
  readonly makesTokens: boolean;
  readonly isLocalnet: boolean;
  readonly watched?: InspectedTestFacts;
  /** True if the ledger runs inside the page. */
  readonly isInPage?: boolean;
}

const content = document.querySelector<HTMLMetaElement>('meta[name="ledger"]')?.content ?? "{}";

export const boot = JSON.parse(content) as Boot;

const base = new URL(".", location.href);
const resolveFolderUrl = (path: string): URL =>
  new URL(path.endsWith("/") ? path : `${path}/`, base);

/** Ends with a slash. */
export const ledgerUrl = resolveFolderUrl(boot.ledgerPath);
export const dataUrl = resolveFolderUrl("explorer-data");
/** Undefined if the page does not control the ledger. */
export const controlUrl =
  boot.controlPath === undefined ? undefined : resolveFolderUrl(boot.controlPath);
