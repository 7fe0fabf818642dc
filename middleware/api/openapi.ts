import type { Ajv } from "ajv";

import type { SchemaMismatches } from "../decoding/explain-mismatch.ts";
import { type BodyDecodingOptions, decodingKeywordValidators } from "../decoding/keywords.ts";
import { listSchemaMismatches } from "../decoding/list-mismatches.ts";
import type { OperationParameter } from "../decoding/parameters.ts";
import type { RequestBodySchema } from "../errors/unknown-fields.ts";
import { readOperationsAndValidator } from "./document-reader.ts";
import type { OpenApiOperation } from "./document-reader-types.ts";
import type { RequestDecodingDefinition } from "./request-decoding-definition.ts";

/** An operation as its API document describes it. */
export interface OperationWithValidator {
  readonly operationId: string;
  /** HTTP method in lower case. */
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  /** True if the operation needs an authenticated caller. */
  readonly isProtected: boolean;
  /** Deprecation notice in the document; undefined if the operation is not deprecated. */
  readonly deprecation: string | undefined;
  readonly body: "none" | "json" | "octets";
  /** Schema of the JSON body; undefined if there is none. */
  readonly schema: RequestBodySchema | undefined;
  /**
   * Returns the parts of a JSON body that violate its schema, at most 20; undefined if there are
   * none. The schema is compiled at the first call.
   */
  readonly findMismatches: (
    body: unknown,
    context?: BodyDecodingOptions,
  ) => SchemaMismatches | undefined;
}

/** Reads the operations of a document and their validators. Costs a few milliseconds. */
export const readOpenApiOperations = (
  decoding: RequestDecodingDefinition,
): readonly OperationWithValidator[] => {
  const { operations, ajv } = readOperationsAndValidator(decoding.definition as object, {
    verbose: true,
    validateSchema: false,
    passContext: true,
    code: { optimize: false },
  });
  for (const [keyword, validate] of Object.entries(decodingKeywordValidators)) {
    ajv.addKeyword({ keyword, validate });
  }
  const mismatchFinder = createValidators(ajv, decoding);
  return operations.map((operation) => readOperation(operation, decoding, mismatchFinder));
};

const readOperation = (
  { operationId = "", method, path, parameters = [], security = [], ...rest }: OpenApiOperation,
  { bodies, octets, schemas }: RequestDecodingDefinition,
  mismatchFinder: (reference: string) => OperationWithValidator["findMismatches"],
): OperationWithValidator => {
  const reference = bodies[operationId];
  const { deprecated = false, description = "" } = rest;
  return {
    operationId,
    method,
    path,
    parameters: parameters as readonly OperationParameter[],
    isProtected: security.length > 0,
    deprecation: deprecated ? description : undefined,
    body: octets.includes(operationId) ? "octets" : reference === undefined ? "none" : "json",
    schema: reference === undefined ? undefined : { schemas, reference },
    findMismatches: reference === undefined ? () => undefined : mismatchFinder(reference),
  };
};

/** Compiles each schema once, shared by all operations that use it. */
const createValidators = (ajv: Ajv, { schemas }: RequestDecodingDefinition) => {
  ajv.addSchema({ $id: "requests", ...schemas });
  const made = new Map<string, OperationWithValidator["findMismatches"]>();
  const create = (reference: string): OperationWithValidator["findMismatches"] => {
    // The schemas allow null, which is right for fields and wrong for the body.
    const schema = { type: "object", allOf: [{ $ref: `requests${reference}` }] };
    const own = { type: "object", allOf: [{ $ref: reference }] };
    let validate: ReturnType<typeof ajv.compile> | undefined;
    return (body, context) => {
      validate ??= ajv.compile(schema);
      if (validate.call(context, body)) return undefined;
      const [first, ...rest] = listSchemaMismatches(body, own, { schemas, context });
      // The validator decides; the list only adds the other parts.
      return first === undefined
        ? (validate.errors as unknown as SchemaMismatches)
        : [first, ...rest];
    };
  };
  return (reference: string): OperationWithValidator["findMismatches"] => {
    const known = made.get(reference) ?? create(reference);
    made.set(reference, known);
    return known;
  };
};
