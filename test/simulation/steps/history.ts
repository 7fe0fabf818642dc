import { prune as pruneLedger } from "../../../lib/api.ts";
import type { Attempt } from "../attempt.ts";
import { commandOf } from "../model/intent.ts";
import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import { whenIdle } from "../virtual-machine.ts";
import type { World } from "../world.ts";
import { submissionOf } from "./submit.ts";

/** Step: the host prunes the ledger. */
export const prune = (world: World, random: Random): void => {
  const { ledgerEnd } = world.ledger.state;
  const upTo = ledgerEnd - random.below(40);
  if (upTo < 1) return;
  world.log.push(`what is up to ${upTo} is pruned`);
  world.begin(pruneLedger(world.ledger, upTo).catch((error: unknown) => world.tolerate(error)));
};

export const snapshot = (world: World): void => {
  world.log.push("a snapshot is taken");
  world.save();
};

/** Step: the host restores a snapshot. */
export const revert = (world: World, random: Random): void => {
  const saved = random.pick(world.saved);
  if (saved === undefined) return;
  world.log.push(`the ledger goes back to ${saved.snapshot.state.ledgerEnd}`);
  const waiting = [...world.underWay].filter(isWaiting);
  const answered = async (): Promise<void> => {
    await world.revert(saved);
    for (let round = 0; round < roundsToAnswer; round++) await whenIdle();
    const left = waiting.find(isWaiting);
    const told = (): string => `${left?.workflowId ?? ""} waits on in a history that was left`;
    demand(left === undefined || world.mayBeStruck, "availability", told);
  };
  world.begin(answered());
};

/** Returns true for a command that waits for its ledger time; other requests do not wait. */
const isWaiting = ({ isJudged, outcome, submission }: Attempt): boolean =>
  isJudged && outcome === "pending" && submission.intents.length > 0;

/** Iterations of the event loop until pending responses are written; no request waits for time. */
const roundsToAnswer = 10;

/** Step: a fork is changed, which must have no effect on its source. */
export const fork = async (world: World, random: Random): Promise<void> => {
  if (world.store.faults.slow || world.store.held > 0) return;
  world.log.push("a fork goes its own way");
  const { ledger } = world;
  const forked = await ledger.fork();
  const { state } = ledger;
  forked.delayCommits(0);
  const { actAs, readAs, intents } = submissionOf(world, random);
  const commands = intents.map(commandOf) as never;
  await forked.submit({ actAs, readAs, commands }).catch(() => undefined);
  demand(ledger.state === state, "isolation", () => "a fork has changed the ledger");
  await forked.close();
};

/** Step: the process dies and is started again. */
export const restart = async (world: World): Promise<void> => {
  world.log.push("the process is started again");
  await world.restart();
};
