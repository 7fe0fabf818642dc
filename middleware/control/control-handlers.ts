import { formatTimestamp } from "../../lib/api.ts";
import { isLedgerError, type Ledger } from "../../lib/index.ts";
import { createInvalidArgumentError, prefixErrorPath } from "../../lib/internal.ts";
import { createEmptyReply, createJsonReply } from "../api/reply.ts";
import type { ControlOptions } from "./control-options.ts";
import { type ControlHandlers, createChunksReply } from "./control-reply.ts";
import { generateFixtureJsonChunks, generateFixtureYamlChunks } from "./export-chunks.ts";
import { createFaultRoutes } from "./fault-routes.ts";
import { parseJsonObjectBody } from "./parse-json-object-body.ts";
import { createRequestJournalRoutes } from "./request-routes.ts";
import { createSearchHandlers } from "./search-routes.ts";
import { LedgerSnapshotTree } from "./snapshots.ts";

/** Loads the fixtures module on first use, so that other hosts do not load it. */
const importFixtures = () => import("../../fixtures/index.ts");

/** Creates the handlers of the control API except `POST /open`, independently of Express. */
export const createControlHandlers = (
  ledger: Ledger,
  { reset }: Pick<ControlOptions, "reset">,
): ControlHandlers => {
  const snapshots = new LedgerSnapshotTree(ledger);
  return {
    "get /clock": () => createJsonReply(toClockJson(ledger)),
    "post /clock": async ({ body }) => {
      const { time, ...step } = parseJsonObjectBody(body);
      const { moveClock } = await importFixtures();
      if (time === undefined) moveClock(ledger, step);
      else addFieldToErrors("time", () => moveClock(ledger, time));
      await ledger.settled();
      return createJsonReply(toClockJson(ledger));
    },
    "get /commit-delay": () => createJsonReply({ millis: ledger.commitDelayMillis }),
    "post /commit-delay": ({ body }) => {
      const { millis } = parseJsonObjectBody(body);
      if (typeof millis !== "number") {
        throw createInvalidArgumentError({ field: "millis", expected: "a number", found: millis });
      }
      addFieldToErrors("millis", () => ledger.delayCommits(millis));
      return createJsonReply({ millis: ledger.commitDelayMillis });
    },
    "get /snapshots": async () => createJsonReply({ snapshots: await snapshots.listSnapshots() }),
    "post /snapshots": async ({ body }) => {
      const { name, offset } = readOptionalJson(body);
      return createJsonReply(
        offset === undefined
          ? await snapshots.takeSnapshot(toClockJson(ledger).time, name)
          : await snapshots.takeSnapshotOfOffset(offset, name),
        201,
      );
    },
    "post /snapshots/{id}/fork": async ({ id, body }) =>
      createJsonReply(
        await snapshots.takeSnapshotAndRevert(
          id,
          toClockJson(ledger).time,
          readOptionalJson(body)["name"],
        ),
        201,
      ),
    "post /snapshots/{id}/revert": async ({ id }) =>
      createJsonReply(await snapshots.revertToSnapshot(id)),
    "delete /snapshots/{id}": async ({ id }) => {
      await snapshots.delete(id);
      return createEmptyReply(204);
    },
    "post /reset": async ({ body }) => {
      const isToEmpty = resetsToEmpty(body);
      if (isToEmpty || reset === undefined) await ledger.reset();
      else await reset();
      snapshots.forgetCurrent();
      return createJsonReply({ ledgerEnd: ledger.state.ledgerEnd });
    },
    "post /fixtures": async ({ body }) => {
      const { loadFixture, parseFixture } = await importFixtures();
      const fixture = typeof body === "string" ? body : JSON.stringify(body ?? "");
      const source = parseFixture(fixture, undefined, { maxYamlLength });
      return createJsonReply({
        names: await loadFixture(ledger, source, { advised: "controlApi" }),
      });
    },
    // In chunks, because the export may exceed the maximum length of a string and would block the
    // event loop.
    "get /export": async ({ query }) => {
      const { exportedSteps, fixtureText } = await importFixtures();
      const { format = "json" } = query;
      if (format !== "json" && format !== "yaml") {
        throw createInvalidArgumentError({
          field: "format",
          expected: "one of json, yaml",
          found: format,
        });
      }
      const exported = exportedSteps(ledger);
      return format === "yaml"
        ? createChunksReply(
            "application/yaml; charset=utf-8",
            generateFixtureYamlChunks(exported, fixtureText),
          )
        : createChunksReply("application/json", generateFixtureJsonChunks(exported));
    },
    "get /dump": () => createChunksReply("application/json; charset=utf-8", ledger.dump()),
    ...createRequestJournalRoutes(ledger),
    ...createSearchHandlers(ledger),
    ...createFaultRoutes(ledger),
  };
};

/**
 * Limit of YAML, in characters: its parser blocks the event loop for up to a tenth of a second at
 * this length.
 */
const maxYamlLength = 16 * 1024;

const resetsToEmpty = (body: unknown): boolean => {
  if (body === undefined || body === "" || isEmptyObject(body)) return false;
  const { to } = parseJsonObjectBody(body);
  if (to === "loaded" || to === undefined) return false;
  if (to === "empty") return true;
  throw createInvalidArgumentError({ field: "to", expected: "one of loaded, empty", found: to });
};

/** Returns the fields of the body; none without a body. */
const readOptionalJson = (body: unknown): ReturnType<typeof parseJsonObjectBody> =>
  body === undefined || body === "" || isEmptyObject(body) ? {} : parseJsonObjectBody(body);

/** Returns true for `{}`, which some body parsers produce for an absent body. */
const isEmptyObject = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Object.keys(body).length === 0;

const toClockJson = ({ clock }: Ledger): { readonly time: string; readonly mode: string } => ({
  time: formatTimestamp(clock.now()),
  mode: clock.mode,
});

/** Runs `work`. If it throws an error, adds the field to the path of the error. */
const addFieldToErrors = (field: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    throw isLedgerError(error) ? prefixErrorPath(field, error) : error;
  }
};
