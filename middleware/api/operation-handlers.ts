import { anonymousCaller, type Caller } from "../../lib/api.ts";
import { answeredInLine } from "../../lib/internal.ts";
import { isAcceptable } from "./acceptable.ts";
import { type MessageAdapter, messageAdapter } from "./adaptations.ts";
import type { Call } from "./call.ts";
import { type BodyKind, bodyKind, type DecodingDefinition } from "./decoding-definition.ts";
import type { Exchange, Handler, Handlers } from "./handler.ts";
import { empty, type Reply } from "./reply.ts";

/** What was found of the call before its operation has its turn. */
interface Found {
  /** What each scheme of security found. */
  readonly security: Readonly<Record<string, unknown>>;
}

type OperationHandler = (found: Found, call: Call) => Reply | Promise<Reply>;

/** The handlers by operation, as they are called when the body of a call is known to fit. */
export const operationHandlers = (
  handlers: Handlers,
  decoding: DecodingDefinition,
): Record<string, OperationHandler> =>
  Object.fromEntries(
    Object.entries(handlers).map(([operationId, handler]) => [
      operationId,
      adapted(handler, {
        body: bodyKind(decoding, operationId),
        answers: decoding.answers[operationId] ?? ["application/json"],
        adapter: messageAdapter(decoding.adaptations, operationId),
      }),
    ]),
  );

interface Formats {
  readonly body: BodyKind;
  readonly answers: readonly string[];
  readonly adapter: MessageAdapter | undefined;
}

const adapted = (handler: Handler, formats: Formats): OperationHandler => {
  const { adapter } = formats;
  if (adapter === undefined) return exchanging(handler, formats);
  const answer = exchanging(
    (exchange) => handler(withBody(exchange, adapter.request(exchange.body))),
    formats,
  );
  return async (found, call) => adapter.reply(await answer(found, call));
};

/** What is looked up when it is needed stays so. */
const withBody = (exchange: Exchange, body: unknown): Exchange =>
  Object.create(exchange, { body: { value: body, enumerable: true } }) as Exchange;

const exchanging =
  (handler: Handler, { body, answers }: Formats): OperationHandler =>
  ({ security }, call) => {
    if (!isAcceptable(call.accept, answers)) return empty(406);
    const exchange: Exchange = {
      ledger: call.host.ledger,
      history: call.host.history,
      // What the security handler found; nobody in particular where none is asked for.
      caller: call.acting((security["bearer"] as Caller | undefined) ?? anonymousCaller),
      authenticateAgain: () => call.authenticate(),
      parameters: call.parameters,
      body: body === "json" ? call.body : body === "octets" ? call.octets : undefined,
      headers: call.request.headers,
      get traceContext() {
        return call.traceContext;
      },
      delivery: call.request.delivery,
      allowMillis: (millis) => call.allowMillis(millis),
      // Few operations wait, so most calls need no signal.
      get signal() {
        return call.signal;
      },
    };
    return answeredInLine(exchange.body, call, () => handler(exchange));
  };
