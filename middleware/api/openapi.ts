import { type Document, OpenAPIBackend, type Operation, ValidationContext } from "openapi-backend";

import type { Misfit } from "../decoding/explain.ts";
import { decodingKeywords } from "../decoding/keywords.ts";
import type { Parameter } from "../decoding/parameters.ts";
import type { BodySchema } from "../errors/unknown-fields.ts";
import type { DecodingDefinition } from "./decoding-definition.ts";

/** An operation as its document describes it. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** Lower case. */
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Whether it needs to know who calls. */
  readonly isProtected: boolean;
  /** What the document says of an operation that is deprecated; undefined for others. */
  readonly deprecation: string | undefined;
  readonly body: "none" | "json" | "octets";
  /** The schema of the JSON body; undefined where there is none. */
  readonly schema: BodySchema | undefined;
  /** Returns the first thing in a JSON body that its schema does not allow. The schema is compiled at the first call. */
  readonly misfitOf: (body: unknown) => Misfit | undefined;
}

/**
 * Reads the operations of a document with openapi-backend, and their validators: this file alone names it. Its own
 * `handleRequest` is not used, as it searches all operations and parses the request anew at every step: the pipeline
 * takes the steps itself. Costs a few milliseconds.
 */
export const readOpenApi = (decoding: DecodingDefinition): readonly DocumentedOperation[] => {
  const backend = new OpenAPIBackend({
    definition: decoding.definition as Document,
    quick: true,
    strict: true,
    ajvOpts: { verbose: true, validateSchema: false, code: { optimize: false } },
    customizeAjv: (ajv) => {
      for (const [keyword, validate] of Object.entries(decodingKeywords)) {
        ajv.addKeyword({ keyword, validate });
      }
      return ajv;
    },
  });
  // A quick start from an object awaits nothing.
  void backend.init();
  const misfitsBy = createValidators(backend, decoding);
  return backend.router
    .getOperations()
    .map((operation) => documented(operation, decoding, misfitsBy));
};

const documented = (
  { operationId = "", method, path, parameters = [], security = [], ...rest }: Operation,
  { bodies, octets, schemas }: DecodingDefinition,
  misfitsBy: (reference: string) => DocumentedOperation["misfitOf"],
): DocumentedOperation => {
  const reference = bodies[operationId];
  const { deprecated = false, description = "" } = rest;
  return {
    operationId,
    method,
    path,
    parameters: parameters as readonly Parameter[],
    isProtected: security.length > 0,
    deprecation: deprecated ? description : undefined,
    body: octets.includes(operationId) ? "octets" : reference === undefined ? "none" : "json",
    schema: reference === undefined ? undefined : { schemas, reference },
    misfitOf: reference === undefined ? () => undefined : misfitsBy(reference),
  };
};

/** One compiled function per schema, shared by all operations that use it. */
const createValidators = ({ validator }: OpenAPIBackend, { schemas }: DecodingDefinition) => {
  const ajv = validator.getAjv(ValidationContext.RequestBody);
  ajv.addSchema({ $id: "requests", ...schemas });
  const made = new Map<string, DocumentedOperation["misfitOf"]>();
  const create = (reference: string): DocumentedOperation["misfitOf"] => {
    // The schemas let null pass, which a field may be but a body may not.
    const schema = { type: "object", allOf: [{ $ref: `requests${reference}` }] };
    let validate: ReturnType<typeof ajv.compile> | undefined;
    return (body) => {
      validate ??= ajv.compile(schema);
      return validate(body) ? undefined : validate.errors?.[0];
    };
  };
  return (reference: string): DocumentedOperation["misfitOf"] => {
    const known = made.get(reference) ?? create(reference);
    made.set(reference, known);
    return known;
  };
};
