import { stakeholdersOf } from "../model/contract.ts";
import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import type { World } from "../world.ts";
import { register } from "./submit.ts";

/** Step: a client unassigns contracts, or assigns them to another synchronizer. */
export const reassign = (world: World, random: Random): void => {
  const [east = "", west] = world.synchronizers;
  if (west === undefined) return;
  const flight = random.pick([...world.model.flights]);
  const isArrival = flight !== undefined && random.once(2);
  const contractId = isArrival ? flight[1][0] : random.pick(world.model.activeContracts())?.id;
  const contract = world.model.active(contractId ?? "");
  if (contractId === undefined || contract === undefined) return;
  const submitter = random.once(8)
    ? (random.pick(world.parties) ?? "")
    : (random.pick([...stakeholdersOf(contract.content)]) ?? "");
  const userId =
    world.clients.find((each) => world.model.users.get(each)?.actAs.has(submitter)) ?? "";
  const [source, target] = random.once(2) ? [east, west] : [west, east];
  const command = isArrival
    ? { AssignCommand: { value: { reassignmentId: flight[0], source, target } } }
    : { UnassignCommand: { value: { contractId, source, target } } };
  const submission = {
    userId,
    commandId: `r${world.count()}`,
    actAs: [submitter],
    readAs: [],
    intents: [],
    disclosed: new Set<string>(),
  };
  const attempt = { ...register(world, submission, true), moves: [contractId] };
  world.remember(attempt);
  const { commandId } = submission;
  const reassignmentCommands = {
    userId,
    submitter,
    commandId,
    workflowId: attempt.workflowId,
    commands: [{ command }],
  };
  world.log.push(`${userId} reassigns ${JSON.stringify(reassignmentCommands)}`);
  const { epoch, store } = world;
  const { failures } = store;
  const path = "/v2/commands/submit-and-wait-for-reassignment";
  const work = world.ask(userId, path, { reassignmentCommands }).then((answer) => {
    const { status, json, text, isStruck } = answer;
    if (world.epoch !== epoch || (isStruck && status !== 200)) {
      return void (attempt.outcome = "unknown");
    }
    const told = `${attempt.workflowId} is told ${status} ${text.slice(0, 300)}`;
    if (status === 200) {
      const { updateId } = (json as { readonly reassignment: { readonly updateId: string } })
        .reassignment;
      demand(attempt.updateIds.has(updateId), "once", () => `${told}, but there is no such update`);
      attempt.outcome = "accepted";
    } else if (status >= 500) {
      const isExcused = world.store.failures > failures || status === 503;
      demand(isExcused, "availability", () => told);
      attempt.outcome = "unknown";
    } else {
      demand(attempt.updateIds.size === 0, "refusal", () => `${told}, and was done`);
      attempt.outcome = "refused";
    }
  });
  world.begin(work);
};
