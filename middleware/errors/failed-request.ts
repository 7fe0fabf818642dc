import type { Caller } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import type { BodySchema } from "./unknown-fields.ts";

/** The request that an error is the answer to. */
export interface FailedRequest extends AnsweredRequest {
  /** Why the caller is anonymous. */
  readonly tokenFault: TokenFault | undefined;
}

/** A request, as far as a hint has to know it. */
export interface AnsweredRequest {
  readonly operationId: string;
  /** As JSON; undefined when there is none. */
  readonly body: unknown;
  /** What the API knows of the body; undefined when the operation takes none. */
  readonly schema: BodySchema | undefined;
  readonly ledger: Ledger;
  /** Undefined where it was not asked who calls, or the token is of nobody. */
  readonly caller: Caller | undefined;
  /** As they stand in the URL. */
  readonly parameters: readonly RequestParameter[];
  /** The query parameters that the operation takes. */
  readonly parameterNames: readonly string[];
}

export interface RequestParameter {
  readonly part: `query parameter ${string}` | `path parameter ${string}`;
  readonly name: string;
  readonly text: string;
}
