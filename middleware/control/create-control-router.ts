import type { RequestHandler } from "express";

import type { Ledger } from "../../lib/index.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import {
  requireLedgerArgument,
  requireValidOptions,
} from "../served/require-ledger-and-options.ts";
import { controlOptionChecks, type ControlOptions } from "./control-options.ts";
import { createControlAccessGuard } from "./create-control-access-guard.ts";

/**
 * Creates a router with which tests in any language control the ledger. Requests must contain the
 * secret; without a secret only programs on this machine are admitted, others get 403.
 *
 * - `GET /clock`, `POST /clock` with `{"time": "2030-01-31T12:00:00Z"}` or a clock step of a fixture
 * - `GET /commit-delay`, `POST /commit-delay` with `{"millis": 200}`: delay between acceptance and commit of commands
 * - `GET /snapshots`
 * - `POST /snapshots`: a snapshot with a `name` is kept with the ledger, others until the server stops
 * - `POST /snapshots/{id}/revert`, `POST /snapshots/{id}/fork`, `DELETE /snapshots/{id}`
 * - `POST /reset`: reverts to the loaded content; with `{"to": "empty"}` to an empty ledger
 * - `POST /fixtures` with a fixture in JSON or YAML; returns the names that the fixture defines, with their values
 * - `GET /export`, in YAML with `?format=yaml`
 * - `GET /dump`: `ledger.dump()`
 * - `POST /open` with the content of a ledger file or a dump: serves it beside this ledger, and returns the `path` of its page
 * - `/requests`, `GET /explain`: see `createRequestJournalRoutes`
 * - `POST /search/contracts`, `POST /search/updates`: see `createSearchHandlers`
 * - `/faults`: see `createFaultRoutes`
 *
 * Throws a TypeError for unknown options and for an empty secret.
 *
 * Errors are `{"code", "cause", "context", "hint"}`. Unknown fields and query parameters are
 * errors.
 */
export const createControlRouter = (
  ledger: Ledger,
  options: ControlOptions = {},
): ExpressMiddleware => {
  requireLedgerArgument(ledger);
  requireValidOptions(options, controlOptionChecks);
  // Created here, so that an empty secret is refused at once.
  const guard = createControlAccessGuard(options.secret);
  let router: Promise<ExpressMiddleware> | undefined;
  return (request, response, next) => {
    router ??= loadRouter(ledger, options, guard);
    router.then((route) => route(request, response, next)).catch(next);
  };
};

/**
 * Loads the router with Express at the first request; most programs that import this package do not
 * need it.
 */
const loadRouter = async (
  ledger: Ledger,
  options: ControlOptions,
  guard: RequestHandler,
): Promise<ExpressMiddleware> => {
  const { createGuardedControlRouter } = await import("./control-router.ts");
  return createGuardedControlRouter(ledger, options, guard);
};
