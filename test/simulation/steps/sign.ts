import { signPrepared } from "../../../fixtures/testing/index.ts";
import { commandOf, type Intent } from "../model/intent.ts";
import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import type { Answer, World } from "../world.ts";
import { register } from "./submit.ts";

/**
 * Step: an external party prepares, signs and executes a transaction, and tries to execute it a second time.
 */
export const sign = (world: World, random: Random): void => {
  const { signer } = world;
  if (signer === undefined) return;
  const { party } = signer;
  const fields = { issuer: party, owner: party, watchers: [], serial: `x${world.count()}.` };
  const intent: Intent = { wants: "create", content: { template: "Coin", fields } };
  const submission = {
    userId: "signer",
    commandId: `s${world.count()}`,
    actAs: [party],
    readAs: [],
    intents: [intent],
    disclosed: new Set<string>(),
  };
  // A signed transaction has no workflow id to identify it.
  world.attempts.set(submission.commandId, register(world, submission, false));
  const commands = [commandOf(intent)];
  const { commandId, actAs } = submission;
  const isAltered = random.once(3);
  const isRepeated = random.once(2);
  const isTriedAgain = random.once(2);
  world.log.push(`${signer.party} signs ${commandId}`);
  const { epoch, store } = world;
  const { failures } = store;
  const run = async (): Promise<void> => {
    const body = {
      commands,
      commandId,
      actAs,
      userId: "signer",
      synchronizerId: "",
      packageIdSelectionPreference: [],
    };
    const prepared = await world.ask("signer", "/v2/interactive-submission/prepare", body);
    if (prepared.status !== 200) return expectCivil(prepared);
    const signed = { ...signPrepared(prepared.json as never, signer.key), userId: "signer" };
    const sent = isAltered ? altered(signed, random) : signed;
    const answers = [execute(sent), ...(isRepeated ? [execute(sent)] : [])];
    const told = await Promise.all(answers);
    const accepted = told.filter(({ status }) => status === 200);
    if (isAltered) {
      demand(accepted.length === 0, "authority", () => `${commandId} was altered and accepted`);
    }
    // After a revert, the second request may be executed in the new history.
    const isOnce = accepted.length <= 1 || world.epoch !== epoch;
    demand(isOnce, "once", () => `${commandId} was executed twice`);
    const isDenied = world.epoch === epoch && told.every(isDuplicate);
    demand(!isDenied, "refusal", () => `${commandId} was executed, they say, and never was`);
    if (!isTriedAgain || accepted.length === 0 || isAltered) return;
    const { status } = await execute({ ...sent, deduplicationPeriod: none });
    // After a revert, the new history may begin before the first execution.
    const isTwice = status === 200 && world.epoch === epoch;
    demand(!isTwice, "once", () => `${commandId} was executed again`);
  };
  const execute = async (sent: object): Promise<Answer> => {
    const answer = await world.ask("signer", "/v2/interactive-submission/executeAndWait", sent);
    expectCivil(answer);
    return answer;
  };
  const expectCivil = ({ status, text, isStruck }: Answer): void => {
    const isExcused =
      isStruck || world.epoch !== epoch || world.store.failures > failures || status === 503;
    demand(
      status < 500 || isExcused,
      "availability",
      () => `a signer is told ${status} ${text.slice(0, 300)}`,
    );
  };
  world.begin(run());
};

const isDuplicate = ({ json }: Answer): boolean =>
  (json as { readonly code?: unknown } | undefined)?.code === "DUPLICATE_CONFIRMATION_REQUEST_UUID";

/** A deduplication period of zero, in which no earlier command can be. */
const none = { DeduplicationDuration: { value: { seconds: 0, nanos: 0 } } };

/** Returns the transaction with a random byte changed, so that the signature does not match. */
const altered = (signed: { readonly preparedTransaction: string }, random: Random): object => {
  const bytes = Buffer.from(signed.preparedTransaction, "base64");
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return { ...signed, preparedTransaction: bytes.toString("base64") };
};
