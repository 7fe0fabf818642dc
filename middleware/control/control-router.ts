import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { type Request, type RequestHandler, type Response, Router, text } from "express";

import { formatTimestamp } from "../../lib/api.ts";
import { isLedgerError, type Ledger, ledgerError } from "../../lib/index.ts";
import { hasMoreValues, invalidArgument, withPathPrefix } from "../../lib/internal.ts";
import { logReply } from "../api/log-reply.ts";
import type { Reply } from "../api/reply.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import type { LoggedBody } from "../log/body-text.ts";
import { type LogEntry, logResponse } from "../log/log-entry.ts";
import { writeChunks, writeReply } from "../node-http/write-reply.ts";
import { sliceForBody } from "../quotas/body-quota.ts";
import { answerError } from "./answer-error.ts";
import type { ControlOptions } from "./control-options.ts";
import { controlRouteOf } from "./control-routes.ts";
import { jsonChunks, yamlChunks } from "./export-chunks.ts";
import { faultRoutes } from "./fault-routes.ts";
import { parseJson, readJson } from "./read-json.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import { requestRoutes } from "./request-routes.ts";
import { searchRoutes } from "./search-routes.ts";
import { Snapshots } from "./snapshots.ts";

/** Loads the fixtures module on first use, so that other hosts do not load it. */
const fixtures = () => import("../../fixtures/index.ts");

/** Creates the router of `createControlRouter`, which lists the routes. `guard` admits requests. */
export const controlRouter = (
  ledger: Ledger,
  options: ControlOptions,
  guard: RequestHandler,
): ExpressMiddleware => {
  const snapshots = new Snapshots(ledger);
  const router = Router();
  const entries = new WeakMap<Request, LogEntry>();
  router.use((request, response, next) => {
    const entry = logResponse(options, request, response);
    if (entry !== undefined) {
      entries.set(request, entry);
      noteAnswer(response, entry);
    }
    next();
  });
  router.use(guard);
  // Not refuseUnknown: files are long, and searching them for unknown fields would block the event
  // loop.
  router.post("/open", text({ type: () => true, limit: "64mb" }), async (request, response) => {
    response.json({ path: await opened(options, request.body) });
  });
  router.use(text({ type: () => true, limit: "10mb" }));
  router.use(waitForSlice);
  router.use(({ body }: { readonly body: unknown }, _response, next) => {
    if (typeof body === "string" && hasMoreValues(body, maxValues)) throw tooMuch();
    next();
  });
  router.use((request, _response, next) => {
    entries.get(request)?.asked(loggedBody(request.body));
    const route = controlRouteOf(request.method, request.path);
    if (route !== undefined) refuseUnknown(route, request);
    next();
  });
  router.use(waitForSlice);

  router.get("/clock", (_request, response) => {
    response.json(clockOf(ledger));
  });
  router.post("/clock", async ({ body }, response) => {
    const { time, ...step } = readJson(body);
    const { moveClock } = await fixtures();
    if (time === undefined) moveClock(ledger, step);
    else within("time", () => moveClock(ledger, time));
    await ledger.settled();
    response.json(clockOf(ledger));
  });

  router.get("/commit-delay", (_request, response) => {
    response.json({ millis: ledger.commitDelayMillis });
  });
  router.post("/commit-delay", ({ body }, response) => {
    const { millis } = readJson(body);
    if (typeof millis !== "number") {
      throw invalidArgument({ field: "millis", expected: "a number", found: millis });
    }
    within("millis", () => ledger.delayCommits(millis));
    response.json({ millis: ledger.commitDelayMillis });
  });

  router.get("/snapshots", async (_request, response) => {
    response.json({ snapshots: await snapshots.list() });
  });
  router.post("/snapshots", async ({ body }: { readonly body: unknown }, response) => {
    response.status(201).json(await snapshots.take(clockOf(ledger).time, nameIn(body)));
  });
  router.post("/snapshots/:id/fork", async ({ params: { id }, body }, response) => {
    response.status(201).json(await snapshots.fork(id, clockOf(ledger).time, nameIn(body)));
  });
  router.post("/snapshots/:id/revert", async ({ params: { id } }, response) => {
    response.json(await snapshots.revert(id));
  });
  router.delete("/snapshots/:id", async ({ params: { id } }, response) => {
    await snapshots.delete(id);
    response.status(204).end();
  });
  router.post("/reset", async ({ body }: { readonly body: unknown }, response) => {
    const isWhole = isToEmpty(body);
    if (isWhole || options.reset === undefined) await ledger.reset();
    else await options.reset();
    snapshots.leave();
    response.json({ ledgerEnd: ledger.state.ledgerEnd });
  });

  router.post("/fixtures", async ({ body }: { readonly body: unknown }, response) => {
    const { loadFixture, parseFixture } = await fixtures();
    const fixture = typeof body === "string" ? body : JSON.stringify(body ?? "");
    response.json({
      names: await loadFixture(ledger, parseFixture(fixture, undefined, { maxYamlLength }), {
        advised: "controlApi",
      }),
    });
  });
  router.get("/export", async ({ query }, response) => {
    const { exportedSteps, fixtureText } = await fixtures();
    const { format = "json" } = query;
    if (format !== "json" && format !== "yaml") {
      throw invalidArgument({ field: "format", expected: "one of json, yaml", found: format });
    }
    // Streamed, because the export may exceed the maximum length of a string and would block the
    // event loop.
    const exported = exportedSteps(ledger);
    if (format === "yaml") {
      const chunks = yamlChunks(exported, fixtureText);
      await writeChunks(response, "application/yaml; charset=utf-8", chunks);
    } else {
      await writeChunks(response, "application/json", jsonChunks(exported));
    }
  });

  router.get("/dump", async (_request, response) => {
    const pieces = Readable.from(ledger.dump());
    // An error before the first chunk becomes the response.
    await once(pieces, "readable");
    response.type("application/json");
    await pipeline(pieces, response).catch(ignoreCut(response));
  });

  const answer = async (response: Response, reply: Reply): Promise<void> => {
    await writeReply(response, logReply(reply, entries.get(response.req)));
  };
  router.use(requestRoutes(ledger, answer), searchRoutes(ledger), faultRoutes(ledger));

  router.use(({ method, path }) => {
    throw ledgerError("UNKNOWN_RESOURCE", { cause: `The control API has no ${method} ${path}.` });
  });
  router.use(answerError(ledger));
  // In an Express app, the objects have the types that the router needs.
  return (request, response, next) => router(request as Request, response as Response, next);
};

/** Waits for a slice before each step that processes a long body. */
const waitForSlice = (
  { body }: { readonly body: unknown },
  _response: unknown,
  next: () => void,
): void | Promise<void> => {
  const slice = sliceForBody(typeof body === "string" ? body.length : 0);
  if (slice === undefined) next();
  else return slice.then(next);
};

/** Opens a file. Raises UNKNOWN_RESOURCE if this host opens no files. */
const opened = ({ open }: ControlOptions, body: unknown): Promise<string> => {
  if (open === undefined) {
    const cause = "This server does not open files. Use ledger-in-a-box explore FILE.";
    throw ledgerError("UNKNOWN_RESOURCE", { cause });
  }
  return open(typeof body === "string" ? body : JSON.stringify(body ?? ""));
};

/**
 * Limit of YAML, in characters: its parser blocks the event loop for up to a tenth of a second at
 * this length.
 */
const maxYamlLength = 16 * 1024;

/** Limit of values in lists and objects of a JSON body, which is processed without yielding. */
const maxValues = 50_000;

const tooMuch = () =>
  invalidArgument({
    expected: `at most ${maxValues} values in lists and objects; send less at once`,
  });

/**
 * Returns a body for the log. JSON is redacted by field name; of other bodies only the length is
 * logged.
 */
const loggedBody = (body: unknown): LoggedBody => {
  const json = typeof body === "string" ? parseJson(body) : body;
  if (json !== undefined) return { kind: "json", value: json };
  return { kind: "bytes", length: typeof body === "string" ? Buffer.byteLength(body) : 0 };
};

/** Adds the JSON response to the log entry. Lists, exports and dumps do not use response.json. */
const noteAnswer = (response: Response, entry: LogEntry): void => {
  const send = response.json.bind(response);
  response.json = (value: unknown) => {
    entry.answering({ kind: "json", value });
    return send(value);
  };
};

/** Ignores errors of a client that closed the connection while it read. */
const ignoreCut =
  (response: Response) =>
  (error: unknown): void => {
    if (!response.writableFinished && response.closed) return;
    throw error;
  };

const isToEmpty = (body: unknown): boolean => {
  if (body === undefined || body === "" || isEmptyObject(body)) return false;
  const { to } = readJson(body);
  if (to === "loaded" || to === undefined) return false;
  if (to === "empty") return true;
  throw invalidArgument({ field: "to", expected: "one of loaded, empty", found: to });
};

/** Returns the name of a snapshot in the body; undefined without a body. */
const nameIn = (body: unknown): unknown =>
  body === undefined || body === "" || isEmptyObject(body) ? undefined : readJson(body)["name"];

/** Returns true for `{}`, which some body parsers produce for an absent body. */
const isEmptyObject = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Object.keys(body).length === 0;

const clockOf = ({ clock }: Ledger): { readonly time: string; readonly mode: string } => ({
  time: formatTimestamp(clock.now()),
  mode: clock.mode,
});

/** Runs work; adds the field to the path of an error that it throws. */
const within = (field: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    throw isLedgerError(error) ? withPathPrefix(field, error) : error;
  }
};
