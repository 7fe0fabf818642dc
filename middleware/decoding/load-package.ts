import { createRequire } from "node:module";

import type jsonwebtoken from "jsonwebtoken";
import type * as openApiBackend from "openapi-backend";

interface LoadablePackages {
  readonly "openapi-backend": typeof openApiBackend;
  readonly jsonwebtoken: typeof jsonwebtoken;
}

const require = createRequire(import.meta.url);

/**
 * Returns a CommonJS package. It is loaded by the first call, not by the import of `ledger-in-a-box/middleware`, which would take twice
 * as long.
 */
export const loadPackage = <Name extends keyof LoadablePackages>(
  name: Name,
): LoadablePackages[Name] => require(name) as LoadablePackages[Name];
