import { readFile } from "node:fs/promises";

import { apiVersions } from "../../lib/api.ts";
import type { ApiVersion } from "../../lib/index.ts";
import { type LedgerApiDocuments, ledgerApiVersions } from "../../spec/documents.ts";

const built = await ledgerApiVersions(readFile);

/** The OpenAPI and AsyncAPI documents of each version of the ledger API. */
export const apiDocuments: readonly (readonly [version: ApiVersion, LedgerApiDocuments])[] =
  apiVersions.map((version) => {
    const documents = built.get(version);
    if (documents === undefined) throw new TypeError(`There is no version ${version}.`);
    return [version, documents];
  });
