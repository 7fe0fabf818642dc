import type { Ledger } from "../../lib/index.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { requireKnown, requireLedger } from "../served/require-given.ts";
import { controlForms, type ControlOptions } from "./control-options.ts";

/**
 * A router by which a test in any language steers the ledger: its clock, snapshots, reset, fixtures, and asks what it answered.
 * It answers who knows its secret; without one only programs on this very machine, others with 403.
 *
 * - `GET /clock`, `POST /clock` with `{"time": "2030-01-31T12:00:00Z"}` or a clock step of a fixture
 * - `GET /commit-delay`, `POST /commit-delay` with `{"millis": 200}`: how long commands are in flight
 * - `POST /snapshots`, with a `name` if it is to be kept with the ledger, `GET /snapshots`, `POST /snapshots/{id}/revert`,
 *   `POST /snapshots/{id}/fork`, `DELETE /snapshots/{id}`
 * - `POST /reset`: back to what the host had loaded, or with `{"to": "empty"}` to nothing at all
 * - `POST /fixtures` with a fixture in JSON or YAML; answers what its names stand for
 * - `GET /export`, in YAML with `?format=yaml`
 * - `GET /dump`: `ledger.dump()`
 * - `POST /open` with what a file of a ledger or a dump has: opens it beside this one, and answers the `path` of its page
 * - `/requests`, `GET /explain`: see `requestRoutes`
 * - `/faults`: see `faultRoutes`
 *
 * Errors are `{"code", "cause", "context", "hint"}`; a field or a query parameter that is not known is one.
 */
export const createControlRouter = (
  ledger: Ledger,
  options: ControlOptions = {},
): ExpressMiddleware => {
  requireLedger(ledger);
  requireKnown(options, controlForms);
  let router: Promise<ExpressMiddleware> | undefined;
  return (request, response, next) => {
    router ??= loadRouter(ledger, options);
    router.then((route) => route(request, response, next)).catch(next);
  };
};

/** Its router is one of Express, which most programs that import this package need not load. */
const loadRouter = async (ledger: Ledger, options: ControlOptions): Promise<ExpressMiddleware> => {
  const { controlRouter } = await import("./control-router.ts");
  return controlRouter(ledger, options);
};
