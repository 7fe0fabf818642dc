import { isDeepStrictEqual } from "node:util";

import { stakeholdersOf } from "../model/contract.ts";
import { mayReadAs } from "../model/model.ts";
import { linesOf, readReceivedUpdate } from "../model/received-update.ts";
import { shownOf } from "../model/view.ts";
import type { Random } from "../random.ts";
import { firstAfter, formatFor, updateFormatFor } from "../streams.ts";
import { demand } from "../violation.ts";
import type { Answer, World } from "../world.ts";

/** Step: a client reads the ledger for parties as which it may or may not read. */
export const read = (world: World, random: Random): void => {
  const userId = random.pick(world.clients) ?? "";
  const readers = random.some(world.parties, 1, 2);
  const question = random.pick(questions) ?? activeContracts;
  const { epoch, circumstances, model } = world;
  const rights = model.users.get(userId);
  const mayRead = readers.every((party) => mayReadAs(rights, party));
  const asked = question(world, random, readers);
  if (asked === undefined) return;
  world.log.push(`${userId} asks ${asked.path} for ${readers.join()}`);
  const { prunedUpTo } = model;
  const work = world.ask(userId, asked.path, asked.body).then((answer) => {
    const isPruned = world.model.prunedUpTo !== prunedUpTo;
    if (world.epoch !== epoch || isPruned || answer.isStruck) return;
    if (world.circumstances.rights !== circumstances.rights) return;
    const told = `${userId} for ${readers.join()} at ${asked.path} is told ${answer.status}`;
    demand(answer.status < 500, "availability", () => `${told} ${answer.text}`);
    demand((answer.status === 403) === !mayRead, "privacy", () => told);
    if (mayRead) asked.check(answer, told);
  });
  world.begin(work);
};

interface Question {
  readonly path: string;
  readonly body: object;
  readonly check: (answer: Answer, told: string) => void;
}

type Ask = (world: World, random: Random, readers: readonly string[]) => Question | undefined;

const endOf = ({ ledger }: World): number => ledger.state.ledgerEnd;

const activeContracts: Ask = (world, random, readers) => {
  const { model } = world;
  const end = endOf(world);
  const least = Math.max(model.prunedUpTo, end - 20);
  const activeAtOffset = random.once(2) ? end : least + random.below(end - least + 1);
  const expected = [...model.activeFor(readers, activeAtOffset)].sort();
  return {
    path: "/v2/state/active-contracts",
    body: { activeAtOffset, eventFormat: formatFor(readers) },
    check: ({ status, json, text }, told) => {
      // After pruning, the ledger does not know contracts that were in flight at that offset and have been
      // assigned since.
      if (text.includes("PARTICIPANT_PRUNED_DATA_ACCESSED") && activeAtOffset < end) return;
      demand(status === 200, "refusal", () => `${told} ${text}`);
      const found = (json as readonly Entry[])
        .flatMap(
          ({ contractEntry: { JsActiveContract: active } }) =>
            active?.createdEvent.contractId ?? [],
        )
        .sort();
      demand(
        isDeepStrictEqual(found, expected),
        "privacy",
        () => `${told} ${difference(found, expected)} at ${activeAtOffset}`,
      );
    },
  };
};

interface Entry {
  readonly contractEntry: {
    readonly JsActiveContract?: { readonly createdEvent: { readonly contractId: string } };
  };
}

const difference = (found: readonly string[], expected: readonly string[]): string => {
  const more = found.filter((each) => !expected.includes(each));
  const less = expected.filter((each) => !found.includes(each));
  return `of ${more.join()} besides and not of ${less.join()}`;
};

const updates: Ask = (world, random, readers) => {
  const { model } = world;
  const endInclusive = endOf(world);
  if (endInclusive === 0) return undefined;
  const least = Math.max(model.prunedUpTo, endInclusive - 30);
  const beginExclusive = least + random.below(endInclusive - least + 1);
  const shape = random.once(2) ? "delta" : "effects";
  const told = model.updates.slice(firstAfter(model.updates, beginExclusive));
  const expected = told
    .map((update) => [update.offset, shownOf(update, readers, shape)] as const)
    .filter(([, lines]) => lines.length > 0);
  return {
    path: "/v2/updates",
    body: { beginExclusive, endInclusive, updateFormat: updateFormatFor(readers, shape) },
    check: ({ status, json, text }, who) => {
      demand(status === 200, "refusal", () => `${who} ${text}`);
      const items = (json as readonly unknown[]).map(readReceivedUpdate);
      const found = items
        .filter(({ kind }) => kind !== "checkpoint")
        .map((update) => [update.offset, linesOf(update)] as const);
      demand(
        isDeepStrictEqual(found, expected),
        "privacy",
        () => `${who} of ${JSON.stringify(found)}, not of ${JSON.stringify(expected)}`,
      );
    },
  };
};

const contract: Ask = (world, random, readers) => {
  const found = random.pick([...world.model.contracts.values()]);
  if (found === undefined) return undefined;
  const stakeholders = stakeholdersOf(found.content);
  const isVisible = readers.some((party) => stakeholders.has(party));
  return {
    path: "/v2/events/events-by-contract-id",
    body: { contractId: found.id, eventFormat: formatFor(readers) },
    check: ({ status, text }, told) => {
      const isTold = status === 200;
      demand(isTold === isVisible, "privacy", () => `${told} of ${found.id}: ${text}`);
    },
  };
};

const update: Ask = (world, random, readers) => {
  const { model } = world;
  const told = random.pick(model.updates.slice(firstAfter(model.updates, model.prunedUpTo)));
  if (told === undefined || told.updateId === "") return undefined;
  const lines = shownOf(told, readers, "effects");
  return {
    path: "/v2/updates/update-by-id",
    body: { updateId: told.updateId, updateFormat: updateFormatFor(readers, "effects") },
    check: ({ status, json, text }, who) => {
      demand(
        (status === 200) === lines.length > 0,
        "privacy",
        () => `${who} of ${told.offset}: ${text}`,
      );
      if (status !== 200) return;
      const found = linesOf(readReceivedUpdate(json));
      demand(
        isDeepStrictEqual(found, lines),
        "privacy",
        () => `${who} of ${found.join()}, not ${lines.join()}`,
      );
    },
  };
};

/** Reads completions, which only the submitters get. */
const completions: Ask = (world, _, readers) => {
  const { model } = world;
  const end = endOf(world);
  const least = model.prunedUpTo === 0 ? 0 : model.prunedUpTo + 1;
  const beginExclusive = Math.max(least, end - 20);
  if (beginExclusive > end) return undefined;
  const expected = [...world.attempts.values()].filter(
    ({ submission, updateIds }) =>
      updateIds.size > 0 && submission.actAs.some((party) => readers.includes(party)),
  );
  const known = new Set(expected.map(({ submission }) => submission.commandId));
  return {
    path: "/v2/commands/completions?stream_idle_timeout_ms=1",
    body: { parties: readers, beginExclusive },
    check: ({ status, json, text }, who) => {
      demand(status === 200, "refusal", () => `${who} ${text}`);
      const items = json as readonly {
        readonly completionResponse: { readonly Completion?: { readonly value: CompletionJson } };
      }[];
      for (const { completionResponse } of items) {
        const value = completionResponse.Completion?.value;
        if (value === undefined) continue;
        const isOwn =
          value.actAs.every((party) => readers.includes(party)) && who.startsWith(value.userId);
        demand(isOwn, "privacy", () => `${who} of the command ${value.commandId}`);
        const isAccepted = (value.status?.code ?? 0) === 0;
        const isKnown =
          !isAccepted ||
          world.moved.has(value.commandId) ||
          known.has(value.commandId) ||
          value.offset > end;
        demand(isKnown, "once", () => `${who} that ${value.commandId} was accepted`);
      }
    },
  };
};

interface CompletionJson {
  readonly commandId: string;
  readonly userId: string;
  readonly actAs: readonly string[];
  readonly offset: number;
  readonly status?: { readonly code: number };
}

const questions: readonly Ask[] = [activeContracts, updates, contract, update, completions];
