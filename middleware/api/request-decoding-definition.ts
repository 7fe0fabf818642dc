import type { ApiVersionDifferences } from "./adaptations.ts";

/** An API document as `npm run spec` prepares it (spec/decoding-definition.ts). */
export interface RequestDecodingDefinition {
  /** OpenAPI document without the schemas of bodies. */
  readonly definition: unknown;
  /** Name of the request body's schema, by operation id. */
  readonly bodies: Readonly<Record<string, string | undefined>>;
  /** Operations whose request body is bytes instead of JSON. */
  readonly octets: readonly string[];
  /** Operations whose response is a stream. */
  readonly streams: readonly string[];
  /** Content types of the response, by operation id; absent for JSON alone. */
  readonly answers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly schemas: object;
  /** Differences of an API version whose messages are not those of the ledger. */
  readonly adaptations?: ApiVersionDifferences;
}
