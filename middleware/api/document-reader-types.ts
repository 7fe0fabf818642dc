import type { Ajv, Options } from "ajv";

/** An operation of an OpenAPI document, with the parameters and the security of its path and document. */
export interface OpenApiOperation {
  readonly operationId?: string;
  /** HTTP method in lower case. */
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
  readonly parameters?: readonly object[];
  /** Security requirements; empty if the operation needs no token. */
  readonly security?: readonly object[];
  readonly deprecated?: boolean;
  readonly description?: string;
}

/** Returns the operations of an OpenAPI document and a validator with these options. */
export type OpenApiDocumentReader = (
  definition: object,
  ajvOptions: Options,
) => { readonly operations: readonly OpenApiOperation[]; readonly ajv: Ajv };
