import { mayReadAs } from "../model/model.ts";
import type { Random } from "../random.ts";
import { FollowedStream, type StreamTerms } from "../streams.ts";
import { demand } from "../violation.ts";
import { Wire } from "../wire.ts";
import type { World } from "../world.ts";
import { bodyOf, register, send, submissionOf } from "./submit.ts";

const mostStreams = 6;

/** Step: a client opens a stream of updates for parties as which it may read. */
export const open = async (world: World, random: Random): Promise<void> => {
  if (world.streams.size >= mostStreams) return;
  const { model, ledger } = world;
  const userId = random.pick(world.clients) ?? "";
  const rights = model.users.get(userId);
  const readable = world.parties.filter((party) => mayReadAs(rights, party));
  const readers = random.some(readable, 1, 2);
  if (readers.length === 0) return;
  const { ledgerEnd } = ledger.state;
  const least = Math.max(model.prunedUpTo, ledgerEnd - 30);
  const beginExclusive = least + random.below(ledgerEnd - least + 1);
  const shape = random.once(2) ? "delta" : "effects";
  await opened(world, follow(world, { userId, readers, beginExclusive, shape }));
};

const follow = (
  world: World,
  terms: Pick<StreamTerms, "userId" | "readers" | "beginExclusive" | "shape">,
): FollowedStream => {
  const { userId, readers, beginExclusive } = terms;
  const stream = new FollowedStream(world.model, {
    ...terms,
    token: world.tokenOf(userId),
    mayBeStruck: world.mayBeStruck,
    onTold: () => world.told++,
  });
  world.log.push(`${userId} follows for ${readers.join()} from ${beginExclusive}`);
  world.streams.add(stream);
  world.connect(stream.wire);
  return stream;
};

/** Waits until the stream is open. The server may have to load modules for it. */
const opened = async (world: World, stream: FollowedStream): Promise<void> => {
  while (!stream.isOpen && !stream.isClosed) {
    await world.calm();
    stream.wire.carry();
  }
};

/**
 * Number of updates and length of their texts. Together they exceed the quota of unread bytes; each is below
 * the limit of an update.
 */
const [longUpdates, longText] = [16, 48 * 1024];

/** Step: a client opens a stream, and reads nothing until many large updates are committed. */
export const followUnread = async (world: World): Promise<void> => {
  const { model, ledger, clients } = world;
  const userId = clients.find((each) => (model.users.get(each)?.actAs.size ?? 0) > 0);
  const [party] = model.users.get(userId ?? "")?.actAs ?? [];
  if (userId === undefined || party === undefined) return;
  const beginExclusive = ledger.state.ledgerEnd;
  const stream = follow(world, { userId, readers: [party], beginExclusive, shape: "delta" });
  await opened(world, stream);
  for (let count = 0; count < longUpdates; count++) {
    const serial = `s${world.count()}.`.padEnd(longText, "x");
    const fields = { issuer: party, owner: party, watchers: [], serial };
    send(world, {
      ...{ userId, actAs: [party], readAs: [], disclosed: new Set<string>() },
      commandId: `long${world.count()}`,
      intents: [{ wants: "create", content: { template: "Coin", fields } }],
    });
    await world.machine.pass(100);
    await world.calm();
    world.check();
  }
};

/** Step: some streams are read, completely or in part. */
export const watch = (world: World, random: Random): void => {
  for (const stream of world.streams) {
    if (random.once(2)) stream.wire.carry(random.once(2) ? Infinity : 1 + random.below(4));
  }
};

/** Step: a connection is lost. */
export const cut = (world: World, random: Random): void => {
  const stream = random.pick([...world.streams]);
  if (stream === undefined) return;
  world.log.push(`${stream.terms.userId} is cut off`);
  stream.wire.cut();
  world.streams.delete(stream);
};

/** Step: a client sends half of a command and disconnects. */
export const abandon = (world: World, random: Random): void => {
  const submission = submissionOf(world, random);
  const attempt = register(world, submission, false);
  attempt.outcome = "cut";
  const body = JSON.stringify(bodyOf(world, submission, attempt.workflowId));
  const wire = new Wire();
  world.connect(wire);
  world.log.push(`${submission.userId} sends half of ${attempt.workflowId}`);
  wire.client.write(
    [
      "POST /v2/commands/submit-and-wait HTTP/1.1",
      "Host: ledger.invalid",
      `Authorization: Bearer ${world.tokenOf(submission.userId)}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body.slice(0, random.below(body.length)),
    ].join("\r\n"),
  );
  const work = world.calm().then(() => {
    wire.cut();
    demand(attempt.updateIds.size === 0, "refusal", () => `${attempt.workflowId} never came`);
  });
  world.begin(work);
};
