import { Ajv } from "ajv";

import type { OpenApiDocumentReader, OpenApiOperation } from "./document-reader-types.ts";

/**
 * Reads the operations of a document without openapi-backend, which needs Node modules. The
 * validator is the same, ajv: it compiles schemas to JavaScript, so a content security policy must
 * allow `'unsafe-eval'`.
 */
export const readOperationsAndValidator: OpenApiDocumentReader = (definition, ajvOptions) => {
  const { paths, security = [] } = definition as OpenApiDocument;
  const operations = Object.entries(paths).flatMap(([path, { parameters: shared = [], ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({
      security,
      ...operation,
      path,
      method,
      parameters: [...(operation.parameters ?? []), ...shared],
    })),
  );
  return { operations, ajv: new Ajv({ strict: false, ...ajvOptions }) };
};

type PathItem = { readonly parameters?: readonly object[] } & Readonly<
  Record<string, OpenApiOperation>
>;

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly security?: readonly object[];
}
