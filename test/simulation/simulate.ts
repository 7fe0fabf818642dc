// Imported here, since a later import takes a time that depends on the machine's load.
import "jwks-rsa";
import "ws";

import { isDeepStrictEqual } from "node:util";

import { onboardExternalParty, testKeyPair } from "../../fixtures/testing/index.ts";
import { allocateParty, createIdentityProvider, createUser, hostParty } from "../../lib/api.ts";
import { plainState } from "../support/plain-state.ts";
import { BlockedTime } from "./blocked-time.ts";
import { type Plan, type Step, type StepKind } from "./plan.ts";
import { issuer } from "./provider.ts";
import { Random } from "./random.ts";
import { attack, upload } from "./steps/attack.ts";
import { breakStore, freeze, jump, pass, repairStore } from "./steps/conditions.ts";
import { fork, prune, restart, revert, snapshot } from "./steps/history.ts";
import { read } from "./steps/read.ts";
import { reassign } from "./steps/reassign.ts";
import { sign } from "./steps/sign.ts";
import { abandon, cut, followUnread, open, watch } from "./steps/streams.ts";
import { resend, submit, submitToNeighbour } from "./steps/submit.ts";
import { changeRights, useProvider } from "./steps/users.ts";
import { demand, Violation } from "./violation.ts";
import { whenIdle } from "./virtual-machine.ts";
import { World } from "./world.ts";

type Perform = (world: World, random: Random) => void | Promise<void>;

const performances: Readonly<Record<StepKind, Perform>> = {
  submit,
  resend,
  reassign,
  read,
  open,
  watch,
  cut,
  pass,
  jump,
  freeze,
  harm: breakStore,
  mend: repairStore,
  prune,
  snapshot,
  revert,
  fork,
  restart,
  rights: changeRights,
  upload,
  attack,
  provider: useProvider,
  abandon,
  sign,
  neighbour: submitToNeighbour,
};

export interface SimulationOptions {
  /** Interval of expensive checks, in steps. */
  readonly checkEvery?: number;
  /** Maximum time that a step blocks the process, in milliseconds; Infinity when absent. */
  readonly latencyMillis?: number;
  /** Fraction of calls to which fault rules apply, from 0 to 1. */
  readonly faults?: number;
  /** Called at the start of each step, and of each part of the final checks. */
  readonly onStep?: ((step: number) => void) | undefined;
  /** The step from which on the store loses the next entry that it acknowledges. */
  readonly losesAtStep?: number;
}

export interface SimulationResult {
  /** The first violation, with its step. */
  readonly violation?: Violation;
  readonly failedAt?: number;
  /** The actions, one line each. */
  readonly log: readonly string[];
  readonly updates: number;
  readonly accepted: number;
  readonly refused: number;
  /** Number of updates that streams received. */
  readonly told: number;
  /** Number of calls that fault rules affected. */
  readonly struck: number;
  /** The longest time that a step blocked the process, in milliseconds. */
  readonly longestMillis: number;
}

/** Runs the steps in a new world. Equal plans and steps have equal results. */
export const simulate = async (
  plan: Plan,
  steps: readonly Step[],
  {
    checkEvery = 500,
    latencyMillis = Infinity,
    losesAtStep,
    faults = 0,
    onStep = () => undefined,
  }: SimulationOptions = {},
): Promise<SimulationResult> => {
  const world = new World(plan, faults);
  const standstill = new BlockedTime();
  let longestMillis = 0;
  let at = 0;
  world.machine.install();
  try {
    await prepare(world);
    for (const [index, { kind, seed }] of steps.entries()) {
      at = index;
      onStep(at);
      if (index === losesAtStep) world.store.faults.lose = 1;
      standstill.take();
      await ending(kind, performances[kind](world, new Random(seed)));
      await world.calm();
      world.check();
      if (!isLong.has(kind)) {
        const millis = standstill.take();
        longestMillis = Math.max(longestMillis, millis);
        demand(
          millis <= latencyMillis,
          "latency",
          () => `${kind} keeps everybody waiting for ${millis.toFixed(0)} ms`,
        );
      }
      if (index % checkEvery === checkEvery - 1) await checkAll(world);
    }
    at = steps.length;
    await settle(world, () => onStep(at));
    return { ...summary(world), longestMillis };
  } catch (error) {
    const violation =
      error instanceof Violation ? error : new Violation("availability", textOf(error));
    return { ...summary(world), violation, failedAt: at, longestMillis };
  } finally {
    standstill.end();
    for (const stream of world.streams) stream.wire.cut();
    world.bury();
    world.machine.uninstall();
  }
};

/** Runs a step. Throws a violation if it does not end, since no step waits for another one. */
const ending = async (kind: StepKind, step: void | Promise<void>): Promise<void> => {
  if (step === undefined) return;
  const state = { isOver: false };
  const watched = step.finally(() => (state.isOver = true));
  for (let round = 0; round < mostRounds && !state.isOver; round++) await whenIdle();
  demand(state.isOver, "availability", () => `${kind} does not come to an end`);
  await watched;
};

const mostRounds = 20_000;

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Kinds of steps whose duration is proportional to the length of the journal. */
const isLong: ReadonlySet<StepKind> = new Set(["restart"]);

const summary = ({ log: { lines: log }, attempts, ledger, struck, told }: World) => {
  const outcomes = [...attempts.values()].map(({ outcome }) => outcome);
  return {
    log,
    struck,
    told,
    updates: ledger.state.ledgerEnd,
    accepted: outcomes.filter((outcome) => outcome === "accepted").length,
    refused: outcomes.filter((outcome) => outcome === "refused").length,
  };
};

const prepare = async (world: World): Promise<void> => {
  await world.start();
  const { ledger, synchronizers } = world;
  const allocate = async (partyIdHint: string): Promise<string> => {
    const [synchronizerId = "", ...others] = synchronizers;
    const { partyDetails } = await allocateParty(ledger, { partyIdHint, synchronizerId });
    const { party } = partyDetails;
    for (const other of others) await hostParty(ledger, { party, synchronizerId: other });
    return party;
  };
  const key = testKeyPair("signer");
  world.attacker = await allocate("mallory");
  const signer = await onboardExternalParty(ledger, "signer", key);
  world.signer = { party: signer, key };
  const names = ["ann", "bob", "cid", "dan", "eve"];
  world.parties = await names.reduce(
    async (before, name) => [...(await before), await allocate(name)],
    Promise.resolve<readonly string[]>([]),
  );
  world.clients = [...names, "both"];
  for (const [index, name] of world.clients.entries()) {
    const own = world.parties[index % names.length] ?? "";
    const next = world.parties[(index + 1) % names.length] ?? "";
    const actAs = name === "both" ? world.parties : [own];
    await addUser(world, name, { actAs, readAs: [next] });
  }
  await addUser(world, "mallory", { actAs: [world.attacker], readAs: [] });
  await addUser(world, "signer", { actAs: [signer], readAs: [] });
  await createIdentityProvider(ledger, {
    identityProviderConfig: { identityProviderId: "idp", issuer, jwksUrl: `${issuer}/keys` },
  });
  await createUser(ledger, { user: { id: "provided", identityProviderId: "idp" } });
  if (world.plan.hasNeighbour) await world.startNeighbour();
  world.check();
};

const addUser = async (
  { ledger, model }: World,
  id: string,
  { actAs, readAs }: { readonly actAs: readonly string[]; readonly readAs: readonly string[] },
): Promise<void> => {
  const rights = [
    ...actAs.map((party) => ({ kind: { CanActAs: { value: { party } } } })),
    ...readAs.map((party) => ({ kind: { CanReadAs: { value: { party } } } })),
  ];
  await createUser(ledger, { user: { id }, rights });
  model.users.set(id, { actAs: new Set(actAs), readAs: new Set(readAs) });
};

/** Compares the whole ledger with the model and with the journal. */
const checkAll = async (world: World): Promise<void> => {
  const { model, ledger } = world;
  const isQuiet = !world.store.faults.slow && world.store.held === 0;
  if (isQuiet) {
    const replayed = await world.replayed();
    // The states differ if an entry was written but reported as failed; the ledger finds it at its next
    // write.
    if (replayed.state.position === ledger.state.position) {
      const isSame = isDeepStrictEqual(plainState(replayed.state), plainState(ledger.state));
      demand(isSame, "replay", () => `not at position ${ledger.state.position}`);
    } else {
      const isExcused = world.store.failures > 0 || world.neighbour !== undefined;
      demand(isExcused, "replay", () => `${replayed.state.position}, not ${ledger.state.position}`);
    }
    await replayed.close();
  }
  let there = 0;
  for (const id of model.contracts.keys()) if (ledger.state.contracts.get(id)) there++;
  const known = model.contracts.size;
  demand(there === known, "agreement", () => `${there} contracts of ${known} are on the ledger`);
};

/** Ends all faults. Expects that then all requests complete and all resources are released. */
const settle = async (world: World, onPart: () => void): Promise<void> => {
  const { store, machine } = world;
  Object.assign(store.faults, { failBefore: 0, failAfter: 0, failRead: 0, slow: false });
  world.provider.mood = "well";
  machine.setRight();
  // Waiting requests check the clock again.
  world.ledger.clock.resume();
  world.neighbour?.clock.resume();
  store.release();
  await followUnread(world);
  for (let round = 0; round < 40; round++) {
    onPart();
    store.release();
    for (const stream of world.streams) stream.wire.carry();
    await machine.pass(500);
    await world.calm();
    world.check();
  }
  for (const stream of world.streams) stream.checkComplete(world.model);
  for (const stream of world.streams) stream.wire.cut();
  onPart();
  // The time for which the ledger tracks commands.
  await machine.pass(400_000);
  await world.calm();
  world.check();
  demand(
    world.pending.size === 0,
    "availability",
    () => `${world.pending.size} requests are never answered`,
  );
  onPart();
  await checkAll(world);
  const { clock } = world.ledger;
  // A waiter for a time that the simulation does not reach; closing must not depend on it.
  clock.reached(clock.now() + 3_600_000_000n).catch(() => undefined);
  await world.ledger.close();
  await world.neighbour?.close();
  await world.calm();
  demand(machine.pending === 0, "bounds", () => `${machine.pending} timers are left`);
};
