import { type Request, type RequestHandler, type Response, Router, text } from "express";

import { type Ledger, ledgerError } from "../../lib/index.ts";
import { createInvalidArgumentError, hasMoreJsonValuesThan } from "../../lib/internal.ts";
import { addReplyToLog } from "../api/log-reply.ts";
import { createJsonReply } from "../api/reply.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { type CallLogEntry, logHttpCall } from "../log/call-log-entry.ts";
import type { LoggedBody } from "../log/format-redacted-body.ts";
import { writeReply, writeTextChunks } from "../node-http/write-reply.ts";
import { waitForBodyTimeSlice } from "../quotas/body-quota.ts";
import { answerControlRequest } from "./answer-control.ts";
import { createControlHandlers } from "./control-handlers.ts";
import type { ControlOptions } from "./control-options.ts";
import type { ControlReply } from "./control-reply.ts";
import { findControlRoute } from "./control-routes.ts";
import { createControlErrorHandler } from "./create-control-error-handler.ts";
import { parseJsonIfValid } from "./parse-json-object-body.ts";
import { refuseUnknownFieldNames } from "./refuse-unknown.ts";

/**
 * Creates the router that `createControlRouter` returns. The documentation of that function lists
 * the routes. `guard` admits requests.
 */
export const createGuardedControlRouter = (
  ledger: Ledger,
  options: ControlOptions,
  guard: RequestHandler,
): ExpressMiddleware => {
  const handlers = createControlHandlers(ledger, options);
  const router = Router();
  const entries = new WeakMap<Request, CallLogEntry>();
  router.use((request, response, next) => {
    const entry = logHttpCall(options, request, response);
    if (entry !== undefined) {
      entries.set(request, entry);
      logRefusal(response, entry);
    }
    next();
  });
  router.use(guard);
  const write = async (response: Response, reply: ControlReply): Promise<void> => {
    if (reply.kind === "chunks") await writeTextChunks(response, reply.contentType, reply.chunks);
    else await writeReply(response, addReplyToLog(reply, entries.get(response.req)));
  };
  // Not refuseUnknownFieldNames: files are long, and searching them for unknown fields would block the event
  // loop.
  router.post("/open", text({ type: () => true, limit: "64mb" }), async (request, response) => {
    await write(response, createJsonReply({ path: await openFile(options, request.body) }));
  });
  router.use(text({ type: () => true, limit: "10mb" }));
  router.use(waitForSlice);
  router.use(({ body }: { readonly body: unknown }, _response, next) => {
    if (typeof body === "string" && hasMoreJsonValuesThan(body, maxValues)) {
      throw tooManyValuesError();
    }
    next();
  });
  router.use((request, _response, next) => {
    entries.get(request)?.setRequestBody(loggedBody(request.body));
    const route = findControlRoute(request.method, request.path);
    if (route !== undefined) refuseUnknownFieldNames(route, request);
    next();
  });
  router.use(waitForSlice);

  router.use(async (request: Request, response: Response) => {
    await write(response, await answerControlRequest(handlers, request));
  });
  router.use(createControlErrorHandler(ledger, write));
  // In an Express app, the objects have the types that the router needs.
  return (request, response, next) => router(request as Request, response as Response, next);
};

/** Adds the guard's refusal to the log entry. Only the guard calls `response.json`. */
const logRefusal = (response: Response, entry: CallLogEntry): void => {
  const send = response.json.bind(response);
  response.json = (value: unknown) => {
    entry.setAnswerBody({ kind: "json", value });
    return send(value);
  };
};

/** Waits for a slice before each step that processes a long body. */
const waitForSlice = (
  { body }: { readonly body: unknown },
  _response: unknown,
  next: () => void,
): void | Promise<void> => {
  const slice = waitForBodyTimeSlice(typeof body === "string" ? body.length : 0);
  if (slice === undefined) next();
  else return slice.then(next);
};

/** Opens a file. Raises UNKNOWN_RESOURCE if this host opens no files. */
const openFile = ({ open }: ControlOptions, body: unknown): Promise<string> => {
  if (open === undefined) {
    const cause = "This server does not open files. Use ledger-in-a-box explore FILE.";
    throw ledgerError("UNKNOWN_RESOURCE", { cause });
  }
  return open(typeof body === "string" ? body : JSON.stringify(body ?? ""));
};

/** Limit of values in lists and objects of a JSON body, which is processed without yielding. */
const maxValues = 50_000;

const tooManyValuesError = () =>
  createInvalidArgumentError({
    expected: `at most ${maxValues} values in lists and objects; send less at once`,
  });

/**
 * Returns a body for the log. JSON is redacted by field name; of other bodies only the length is
 * logged.
 */
const loggedBody = (body: unknown): LoggedBody => {
  const json = typeof body === "string" ? parseJsonIfValid(body) : body;
  if (json !== undefined) return { kind: "json", value: json };
  return { kind: "bytes", length: typeof body === "string" ? Buffer.byteLength(body) : 0 };
};
