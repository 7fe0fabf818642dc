import type { Document } from "openapi-backend";

import { loadOpenApiBackend } from "#load-package";

import type { OpenApiDocumentReader } from "./document-reader-types.ts";

/**
 * Reads a document with openapi-backend. Returns the operations and the library's validator. The build
 * for browsers (`.ci/browser-entries.js`) uses `document-reader.browser.ts` instead. The pipeline does not use the library's `handleRequest`, which searches all operations and
 * parses the request again at every step. Costs a few milliseconds.
 */
export const readOperationsAndValidator: OpenApiDocumentReader = (definition, ajvOptions) => {
  const { OpenAPIBackend: Backend, ValidationContext } = loadOpenApiBackend();
  const backend = new Backend({
    definition: definition as Document,
    quick: true,
    strict: true,
    ajvOpts: ajvOptions,
  });
  // init() returns a promise, but with an object and `quick` it is ready at once.
  void backend.init();
  return {
    operations: backend.router.getOperations(),
    ajv: backend.validator.getAjv(ValidationContext.RequestBody),
  };
};
