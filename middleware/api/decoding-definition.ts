import type { Adaptations } from "./adaptations.ts";

/** A document as `npm run spec` prepares it (spec/decoding-definition.ts). */
export interface DecodingDefinition {
  /** An OpenAPI document without schemas of bodies. */
  readonly definition: unknown;
  /** Which of the schemas the request body of an operation has. */
  readonly bodies: Readonly<Record<string, string | undefined>>;
  /** The operations whose request body is bytes, not JSON. */
  readonly octets: readonly string[];
  /** The operations whose answer is a stream. */
  readonly streams: readonly string[];
  /** What an operation answers, by content type, if not JSON alone. */
  readonly answers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly schemas: object;
  /** Of versions whose messages are not as the ledger reads and writes them. */
  readonly adaptations?: Adaptations;
}
