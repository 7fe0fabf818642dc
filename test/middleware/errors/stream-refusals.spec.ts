import { expect } from "chai";

import type { Answer } from "../../support/api-client.ts";
import type { BrokenStream, StreamCorpus } from "../../support/refusals/broken-stream.ts";
import {
  streamMessages,
  streamPaths,
  streamTokens,
} from "../../support/refusals/corpus/streams.ts";
import { hintIn, unexplainedPart } from "../../support/refusals/hint-content.ts";
import { refusalWorld, type World } from "../../support/refusals/world.ts";
import { NotUpgraded, withStreams } from "../../support/stream-client.ts";

const areas: Readonly<Record<string, StreamCorpus>> = {
  tokens: streamTokens,
  paths: streamPaths,
  messages: streamMessages,
};

describe("errors over WebSocket", () => {
  let world: World;

  before(async () => {
    world = await refusalWorld();
  });

  it("are tested with at least 80 incorrect requests", () => {
    expect(Object.values(areas).flatMap((corpus) => corpus(world)).length).to.be.at.least(80);
  });

  for (const [area, corpus] of Object.entries(areas)) {
    it(`name the wrong part and the remedy for incorrect ${area}`, async () => {
      const wrong: string[] = [];
      for (const stream of corpus(world)) {
        const problem = problemWith(await answerTo(world, stream), stream);
        if (problem !== undefined) wrong.push(`a client ${stream.mistake}: ${problem}`);
      }
      expect(wrong, wrong.join("\n")).to.deep.equal([]);
    });

    it(`equal those of a participant for incorrect ${area}, with errors: "exact"`, async () => {
      for (const stream of corpus(world)) {
        const { options } = stream;
        const exact = { ...stream, options: { ...options, errors: "exact" as const } };
        const { answer, reason } = await answerTo(world, exact);
        expect(answer && hintIn(answer), stream.mistake).to.equal(undefined);
        expect(reason, stream.mistake).to.equal("");
        const { teaches } = stream;
        if ("at" in teaches) expect(answer?.status, stream.mistake).to.equal(teaches.status);
      }
    });
  }
});

interface Told {
  /** The last frame, or the response to the upgrade; undefined if there is neither. */
  readonly answer?: Answer | undefined;
  /** The reason in the close frame. */
  readonly reason: string;
}

const problemWith = ({ answer, reason }: Told, { teaches }: BrokenStream): string | undefined => {
  if ("closesWith" in teaches) {
    return teaches.closesWith.test(reason)
      ? undefined
      : `the server closes the stream with ${reason || "no reason"}`;
  }
  return answer === undefined ? "the server sends no answer" : unexplainedPart(answer, teaches);
};

const answerTo = (world: World, stream: BrokenStream): Promise<Told> => {
  const { path, offered, headers, message, options } = stream;
  return withStreams(world.ledger, { ...world.options, ...options }, async ({ connect }) => {
    try {
      const client = await connect(path, offered, headers === undefined ? {} : { headers });
      if (message instanceof Uint8Array) client.socket.send(message, { binary: true });
      else client.send(message);
      const { frames } = await client.all();
      const last = frames.at(-1);
      const text = JSON.stringify(last);
      const answer = last && { status: 101, json: last, text, headers: new Headers() };
      return { answer: answer as Answer | undefined, reason: client.reason };
    } catch (error) {
      if (!(error instanceof NotUpgraded)) throw error;
      return { answer: plainAnswer(error), reason: "" };
    }
  });
};

const plainAnswer = ({ status, body, headers }: NotUpgraded): Answer => {
  const known = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const isJson = headers["content-type"]?.includes("json") === true;
  const json: unknown = isJson ? JSON.parse(body) : undefined;
  return { status, json, text: body, headers: new Headers(known) } as Answer;
};
