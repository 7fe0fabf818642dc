import { encodeCreatedEventBlob } from "../../../lib/contracts/transaction/created-event-blob.ts";
import type { Attempt } from "../attempt.ts";
import type { Content, ModelContract } from "../model/contract.ts";
import { signatoriesOf, stakeholdersOf } from "../model/contract.ts";
import { changeOf, commandOf, type Intent, type Submission, type Use } from "../model/intent.ts";
import { mayReadAs } from "../model/model.ts";
import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import type { Answer, World } from "../world.ts";

/** Step: a client submits a transaction, mostly one that it may submit. */
export const submit = (world: World, random: Random): void => {
  const submission = submissionOf(world, random);
  world.log.push(`${submission.userId} submits ${JSON.stringify(submission)}`);
  send(world, submission);
};

/** Step: a client repeats an earlier submission, or submits other commands with the same command id. */
export const resend = (world: World, random: Random): void => {
  const before = random.pick(world.recent);
  if (before === undefined || !before.isJudged || before.submission.intents.length === 0) return;
  const other = random.once(3) ? submissionOf(world, random).intents : before.submission.intents;
  const submission = { ...before.submission, intents: other };
  world.log.push(`${submission.userId} submits again ${JSON.stringify(submission)}`);
  send(world, submission);
};

/** Step: the second process on the journal gets a command. Its response is not checked. */
export const submitToNeighbour = (world: World, random: Random): void => {
  const { neighbour } = world;
  if (neighbour === undefined) return;
  const submission = { ...submissionOf(world, random), userId: "host" };
  const attempt = register(world, submission, false);
  world.log.push(`the neighbour takes ${JSON.stringify(submission)}`);
  const request = bodyOf(world, submission, attempt.workflowId) as never;
  const work = (neighbour as unknown as { submit: (request: never) => Promise<unknown> })
    .submit(request)
    .then(() => (attempt.outcome = "accepted"))
    .catch(() => (attempt.outcome = "unknown"));
  world.begin(work);
};

/** Sends the submission, and checks the response when it arrives. */
export const send = (world: World, submission: Submission): void => {
  const attempt = register(world, submission, true);
  const { epoch } = world;
  const work = world
    .ask(
      submission.userId,
      "/v2/commands/submit-and-wait",
      bodyOf(world, submission, attempt.workflowId),
    )
    .then((answer) => {
      const isTold = world.epoch === epoch && !answer.isStruck;
      if (isTold || answer.status === 200) judge(world, attempt, answer);
      else attempt.outcome = "unknown";
    });
  world.begin(work);
};

/** Registers the attempt before it is sent. */
export const register = (world: World, submission: Submission, isJudged: boolean): Attempt => {
  const number = world.count();
  const workflowId = `w${number}`;
  const attempt: Attempt = {
    number,
    workflowId,
    submission,
    change: changeOf(submission),
    circumstances: world.circumstances,
    obstacles: obstaclesOf(world, submission),
    isJudged,
    outcome: "pending",
    updateIds: new Set(),
  };
  world.remember(attempt);
  return attempt;
};

export const bodyOf = (world: World, submission: Submission, workflowId: string): object => {
  const { userId, commandId, actAs, readAs, intents, disclosed, delaySeconds } = submission;
  const { contracts } = world.ledger.state;
  const known = [...disclosed].flatMap((id) => contracts.get(id)?.contract ?? []);
  return {
    userId,
    commandId,
    actAs,
    readAs,
    workflowId,
    ...(known.length > 0 && {
      disclosedContracts: known.map((contract) => ({
        createdEventBlob: encodeCreatedEventBlob(contract),
      })),
    }),
    commands: intents.map(commandOf),
    ...(delaySeconds !== undefined && { minLedgerTimeRel: { seconds: delaySeconds, nanos: 0 } }),
  };
};

/** Returns the valid error codes for a rejection in the current state. */
const obstaclesOf = (world: World, submission: Submission, self?: Attempt): readonly string[] => {
  const { model } = world;
  const { userId, actAs, readAs, intents } = submission;
  const rights = model.users.get(userId);
  const mayAct = actAs.every((party) => rights?.actAs.has(party));
  const mayRead = readAs.every((party) => mayReadAs(rights, party));
  const change = changeOf(submission);
  const isUnderWay = [...world.underWay, ...world.recent].some(
    (each) => each.change === change && each !== self && mayBeUnderWay(each, self),
  );
  const isAway = intents.some(
    (intent) =>
      intent.wants === "exercise" &&
      model.active(intent.contractId)?.places.at(-1)?.synchronizer === undefined,
  );
  return [
    ...model.obstacles(submission),
    ...(mayAct && mayRead ? [] : ["NA"]),
    ...(isUnderWay ? ["SUBMISSION_ALREADY_IN_FLIGHT"] : []),
    ...(isAway || world.model.flights.size > 0 ? inFlightCodes : []),
    ...(isForeign(world, submission) ? ["SUBMITTER_ALWAYS_STAKEHOLDER"] : []),
  ];
};

/**
 * Returns true if the other attempt may be in flight, or may have been since this one started. Without a
 * definite response this is unknown.
 */
const mayBeUnderWay = ({ outcome, number }: Attempt, self: Attempt | undefined): boolean =>
  (outcome !== "accepted" && outcome !== "refused") || (self !== undefined && number > self.number);

/** Returns true if the submission uses contracts that only other parties may reassign. */
const isForeign = ({ model, plan }: World, { actAs, intents }: Submission): boolean =>
  plan.synchronizers > 1 &&
  intents.some((intent) => {
    if (intent.wants !== "exercise") return false;
    const content = model.contracts.get(intent.contractId)?.content;
    if (content === undefined) return false;
    const stakeholders = stakeholdersOf(content);
    return !actAs.some((party) => stakeholders.has(party));
  });

/** Error codes for a submission that uses a contract in flight. */
const inFlightCodes = [
  "UNKNOWN_CONTRACT_SYNCHRONIZERS",
  "AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED",
  "SUBMITTER_ALWAYS_STAKEHOLDER",
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
  "CONTRACT_KEY_NOT_FOUND",
];

/** Errors caused by concurrent commands. */
const contention = ["LOCAL_VERDICT_LOCKED_CONTRACTS", "LOCAL_VERDICT_INACTIVE_CONTRACTS"];

/** Number of pending commands that is much less than the maximum. */
const manyPending = 200;

/** Compares the response with the model. */
const judge = (world: World, attempt: Attempt, { status, json, text }: Answer): void => {
  const { submission, workflowId } = attempt;
  const told = `${workflowId} is told ${status} ${text.slice(0, 400)}`;
  if (status === 200) {
    const { updateId } = json as { readonly updateId: string };
    demand(attempt.updateIds.has(updateId), "once", () => `${told}, but there is no such update`);
    const mayNot =
      attempt.obstacles.includes("NA") && obstaclesOf(world, submission, attempt).includes("NA");
    demand(!mayNot, "authority", () => `${told}, without the right to act`);
    attempt.outcome = "accepted";
    return;
  }
  const now = world.circumstances;
  const then = attempt.circumstances;
  const isStoreAtFault = now.failures > then.failures;
  const isLate = now.elapsedMillis - then.elapsedMillis >= 19_000;
  const { code = "none" } = json as { readonly code?: string };
  const excuses = new Set([
    ...attempt.obstacles,
    ...obstaclesOf(world, submission, attempt),
    ...(now.pending > 1 || world.plan.commitDelayMillis > 0 || world.plan.hasNeighbour
      ? contention
      : []),
    ...(now.pending > manyPending ? ["PARTICIPANT_BACKPRESSURE"] : []),
    ...(now.moves > then.moves ? inFlightCodes : []),
    ...(now.rights > then.rights ? ["NA"] : []),
    ...(world.isClockDisturbed ? ["LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND"] : []),
  ]);
  if ((status >= 500 && isStoreAtFault) || (status === 503 && isLate)) {
    attempt.outcome = "unknown";
    return;
  }
  demand(status < 500, "availability", () => told);
  demand(excuses.has(code), "refusal", () => `${told}, and not for ${[...excuses].join()}`);
  demand(attempt.updateIds.size === 0, "refusal", () => `${told}, and was done`);
  attempt.outcome = "refused";
};

/** Returns a random submission that uses contracts of the ledger. */
export const submissionOf = (world: World, random: Random): Submission => {
  const client = random.pick(world.clients) ?? "";
  const intents = Array.from({ length: 1 + random.below(random.once(4) ? 3 : 1) }, () =>
    intentOf(world, random),
  );
  const rights = world.model.users.get(client);
  const needed = [...new Set(intents.flatMap((intent) => authorityFor(world, intent)))];
  // Selects mostly a user who may submit, otherwise any user.
  const able = world.clients.filter((userId) =>
    needed.every((party) => world.model.users.get(userId)?.actAs.has(party)),
  );
  const userId = random.once(12) ? client : (random.pick(able) ?? client);
  const actAs = random.once(12) ? random.some([...(rights?.actAs ?? [])], 1, 2) : needed;
  const readAs = random.once(6) ? random.some(world.parties, 0, 1) : [];
  return {
    userId,
    commandId: `c${world.count()}`,
    actAs: actAs.length === 0 ? world.parties.slice(0, 1) : actAs,
    readAs,
    intents,
    disclosed: new Set(random.once(15) ? usedBy(intents) : []),
    ...(random.once(25) && { delaySeconds: random.below(90) }),
  };
};

/** Returns the ids of the contracts that the intents use and that may be disclosed. */
const usedBy = (intents: readonly Intent[]): readonly string[] =>
  intents.flatMap((intent) => (intent.wants === "exercise" ? [intent.contractId] : []));

const authorityFor = ({ model }: World, intent: Intent): readonly string[] => {
  if (intent.wants === "create" || intent.wants === "createAndExercise") {
    const owner = intent.wants === "createAndExercise" ? [intent.content.fields.owner] : [];
    return [...signatoriesOf(intent.content), ...owner];
  }
  if (intent.wants === "bump") return [intent.owner];
  if (intent.use.choice === "Look") return [intent.use.by];
  const content = model.contracts.get(intent.contractId)?.content;
  if (content === undefined) return [];
  return intent.use.choice === "Archive" ? signatoriesOf(content) : [content.fields.owner];
};

const intentOf = (world: World, random: Random): Intent => {
  const contract = contractOf(world, random);
  const mostContracts = 60;
  const isFull = world.model.live.size > mostContracts;
  if (contract === undefined || (!isFull && random.once(3))) {
    const content = contentOf(world, random);
    return content.template === "Coin" && random.once(5)
      ? { wants: "createAndExercise", content, use: useOf(world, random, content) }
      : { wants: "create", content };
  }
  const { id: contractId, content } = contract;
  if (content.template === "Tally" && random.once(2)) {
    return { wants: "bump", owner: content.fields.owner, name: content.fields.name };
  }
  const isDone = isFull && !random.once(4);
  const use = isDone ? ({ choice: "Archive" } as const) : useOf(world, random, content);
  return { wants: "exercise", template: content.template, contractId, use };
};

/** Returns a random contract, mostly an active one. */
const contractOf = (world: World, random: Random): ModelContract | undefined => {
  const { model } = world;
  return random.once(15)
    ? random.pick([...model.contracts.values()])
    : random.pick(model.activeContracts());
};

const useOf = (world: World, random: Random, content: Content): Use => {
  const { parties, model } = world;
  const party = (): string => random.pick(parties) ?? "";
  if (content.template === "Tally") return { choice: random.once(6) ? "Archive" : "Bump" };
  switch (random.below(8)) {
    case 0:
      return { choice: "Halve" };
    case 1:
      return { choice: "Archive" };
    case 2: {
      const coins = model.activeContracts().filter((each) => each.content.template === "Coin");
      const other = random.pick(coins);
      return other === undefined ? { choice: "Halve" } : { choice: "Join", other: other.id };
    }
    case 3:
      return random.once(4) ? { choice: "Break" } : { choice: "Give", to: party() };
    case 4:
    case 5:
      return { choice: "Look", by: party(), also: random.some(parties, 0, 1) };
    default:
      return { choice: "Give", to: party() };
  }
};

const contentOf = (world: World, random: Random): Content => {
  const { parties } = world;
  const party = (): string => random.pick(parties) ?? "";
  if (random.once(6)) {
    return { template: "Tally", fields: { owner: party(), name: `t${world.count()}`, count: 0 } };
  }
  const watchers = random.some(parties, 0, random.once(3) ? 2 : 0);
  const fields = { issuer: party(), owner: party(), watchers, serial: `s${world.count()}.` };
  return { template: "Coin", fields };
};
