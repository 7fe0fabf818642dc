import { expect } from "chai";
import * as fc from "fast-check";
import { WebSocket } from "ws";

import type { WebSocketClass } from "../../fixtures/fork/index.ts";
import { type ForkOptions, forkParticipant } from "../../lib/fork/index.ts";
import { isLedgerError } from "../../lib/index.ts";
import { activePage } from "../support/copied-ledger.ts";
import { rejectionOf } from "../support/error-of.ts";
import { auth, type RemoteParticipant, remoteParticipant } from "../support/remote-participant.ts";
import { withStreams } from "../support/stream-client.ts";

const contracts = 1000;

const crowded = async (apiVersion: "3.4" | "3.5.1"): Promise<RemoteParticipant> => {
  const remote = await remoteParticipant({ apiVersion });
  const commands = Array.from({ length: contracts }, (_, index) => ({
    CreateCommand: {
      templateId: "#iou:Iou:Iou",
      createArguments: {
        issuer: remote.alice,
        owner: remote.bob,
        amount: String(index + 1),
        watchers: [],
      },
    },
  }));
  await remote.ledger.submit({ actAs: remote.alice, commands, synchronizerId: remote.east });
  return remote;
};

/** Serves the ledger over the network, with tokens. */
const served = <Result>(
  remote: RemoteParticipant,
  use: (options: ForkOptions) => Promise<Result>,
): Promise<Result> =>
  withStreams(remote.ledger, { auth }, ({ baseUrl }) => {
    const { token = "", ledger = {} } = remote.options;
    return use({ url: baseUrl, token, ledger, webSocket: WebSocket });
  });

/** Returns a WebSocket class that loses its connection after this many messages. */
const cutAfter = (messages: number): WebSocketClass =>
  class extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      let seen = 0;
      const count = () => {
        if (seen++ === messages) this.terminate();
      };
      this.on("open", count);
      this.on("message", count);
    }
  };

describe("forkParticipant, over the network @slow", () => {
  for (const apiVersion of ["3.4", "3.5.1"] as const) {
    it(`reads ${contracts} contracts of a participant of ${apiVersion} by WebSocket`, async () => {
      const remote = await crowded(apiVersion);
      await served(remote, async (options) => {
        const { ledger, problems } = await forkParticipant(options);
        expect(problems).to.deep.equal([]);
        const { bob } = remote;
        expect(JSON.stringify(activePage(ledger, [bob]))).to.equal(
          JSON.stringify(activePage(remote.ledger, [bob])),
        );
      });
    });
  }

  it("is complete or fails if a stream breaks off at any point", async () => {
    const remote = await crowded("3.4");
    const whole = remote.ledger.state.active.all.size;
    let cut = 0;
    await served(remote, (options) =>
      fc.assert(
        fc.asyncProperty(fc.nat(contracts), async (messages) => {
          const webSocket = cutAfter(messages);
          try {
            // All messages may have arrived before the connection was lost.
            const { ledger } = await forkParticipant({ ...options, webSocket });
            expect(ledger.state.active.all.size).to.equal(whole);
          } catch (error) {
            if (!isLedgerError(error)) throw error;
            expect(error.code).to.equal("SERVICE_NOT_RUNNING");
            expect(error.message).to.match(/the connection was closed.*Nothing was forked/u);
            cut++;
          }
        }),
        { numRuns: 15, examples: [[0], [1], [2], [contracts]] },
      ),
    );
    expect(cut).to.be.at.least(3);
  });

  it("explains what to do if a participant of 3.4 has more contracts than a list returns and there is no WebSocket", async () => {
    const remote = await crowded("3.4");
    await served(remote, async (options) => {
      const error = await rejectionOf(forkParticipant({ ...options, webSocket: false }));
      expect(error.code).to.equal("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED");
      expect(error.cause).to.include("webSocket");
    });
  });

  it("reports that the participant does not answer", async () => {
    const remote = await remoteParticipant();
    const url = await served(remote, (options) => Promise.resolve(options.url));
    const { token = "" } = remote.options;
    const error = await rejectionOf(forkParticipant({ url, token, webSocket: WebSocket }));
    expect(error.code).to.equal("SERVICE_NOT_RUNNING");
    expect(error.cause).to.include("GET /v2/version");
  });
});
