import type { Ledger } from "../../lib/index.ts";
import { type ApiMessageAdapter, findMessageAdapter } from "./adaptations.ts";
import {
  type HandlersByOperationId,
  isSubmissionHandler,
  type OperationHandler,
} from "./handler.ts";
import { type OperationWithValidator, readOpenApiOperations } from "./openapi.ts";
import type { RequestDecodingDefinition } from "./request-decoding-definition.ts";

/** Refuses requests that a version of the API has disabled. */
export interface ApiVersionGate {
  /** Checks a request before its caller is known and its body is read. */
  readonly request?: (config: LedgerConfig, endpoint: Endpoint) => void;
  /** Checks the JSON body. */
  readonly body?: (config: LedgerConfig, body: unknown, endpoint: Endpoint) => void;
}

type LedgerConfig = Ledger["config"];

/** The method and path of an operation: the method in capitals, and its path with `{name}` for parameters. */
interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** An operation of an API with its handler. */
export interface OperationWithHandler extends OperationWithValidator {
  readonly parameterNames: readonly string[];
  /** Content types of the response. */
  readonly answers: readonly string[];
  /** True if the response is a stream. */
  readonly isStream: boolean;
  /** True if it submits commands or reassignments. */
  readonly isSubmission: boolean;
  /** Undefined for an operation that the document has and this server does not implement. */
  readonly handler: OperationHandler | undefined;
  /** Undefined if no version of the API disables it. */
  readonly gate: ApiVersionGate | undefined;
  readonly endpoint: Endpoint;
  /** Undefined if the messages are those of the ledger. */
  readonly adapter: ApiMessageAdapter | undefined;
}

/** An API whose operations are registered. */
export interface ApiRegistration {
  readonly decoding: RequestDecodingDefinition;
  readonly handlers: HandlersByOperationId;
  /** Returns the gate of an operation. If absent, no operation has a gate. */
  readonly gateOf?: (operationId: string) => ApiVersionGate | undefined;
}

/**
 * Returns the operations of a document with their handlers, by operation id.
 *
 * @throws RangeError if a handler belongs to no operation of the document.
 */
export const assignOperationHandlers = ({
  decoding,
  handlers,
  gateOf = () => undefined,
}: ApiRegistration): ReadonlyMap<string, OperationWithHandler> => {
  const operations = new Map(
    readOpenApiOperations(decoding).map((documented) => [
      documented.operationId,
      createOperation(documented, { decoding, handlers, gateOf }),
    ]),
  );
  const unknownIds = Object.keys(handlers).filter((operationId) => !operations.has(operationId));
  if (unknownIds.length > 0) {
    throw new RangeError(`No operation is called ${unknownIds.join(", ")}.`);
  }
  return operations;
};

const createOperation = (
  documented: OperationWithValidator,
  { decoding: { answers, streams, adaptations }, handlers, gateOf }: Required<ApiRegistration>,
): OperationWithHandler => {
  const { method, operationId, parameters, path } = documented;
  const handler = handlers[operationId];
  return {
    ...documented,
    parameterNames: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    answers: answers[operationId] ?? ["application/json"],
    isStream: streams.includes(operationId),
    isSubmission: handler !== undefined && isSubmissionHandler(handler),
    handler,
    gate: gateOf(operationId),
    endpoint: { method: method.toUpperCase(), path },
    adapter: findMessageAdapter(adaptations, operationId),
  };
};
