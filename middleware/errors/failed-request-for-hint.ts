import type { Caller } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import type { RequestBodySchema } from "./unknown-fields.ts";

/** The request that caused an error. */
export interface FailedRequestForHint extends RequestPartsForHint {
  /** The reason why the caller is anonymous. */
  readonly tokenFault: TokenFault | undefined;
}

/** The parts of a request that hints are computed from. */
export interface RequestPartsForHint {
  readonly operationId: string;
  /** Body as JSON; undefined if there is none. */
  readonly body: unknown;
  /** Schema of the body; undefined if the operation takes none. */
  readonly schema: RequestBodySchema | undefined;
  readonly ledger: Ledger;
  /** Undefined if the caller was not identified, or the token names no user. */
  readonly caller: Caller | undefined;
  /** Parameters as the URL contains them. */
  readonly parameters: readonly RequestParameterValue[];
  /** Query parameters that the operation accepts. */
  readonly parameterNames: readonly string[];
}

export interface RequestParameterValue {
  readonly part: `query parameter ${string}` | `path parameter ${string}`;
  readonly name: string;
  readonly text: string;
}
