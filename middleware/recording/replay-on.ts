import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Ledger } from "../../lib/index.ts";
import { tokenFor } from "../../lib/internal.ts";
import {
  type Recording,
  type ReplayOptions,
  replayRecording,
  type ReplayReport,
} from "../../lib/recording/index.ts";
import { createFetch } from "../fetch/create-fetch.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { attachLedgerStreams } from "../websocket/attach-streams.ts";
import { createReplayUsers } from "./create-replay-users.ts";
import { createSubstituteKeySigner } from "./stand-in-signer.ts";

/**
 * Replays a recording on a ledger of this process: a fork of the participant at the offset in the
 * header, or a ledger that was loaded like the recorded one. Calls need no socket, streams use a
 * local one. Tokens of users are signed here; missing users are created first, with the rights that
 * their calls need. Transactions of external parties are prepared again and signed with a key that
 * is registered here. The clock is frozen and follows the recording. The calls change the ledger:
 * pass a fork to keep the original.
 *
 * Rejects with INVALID_ARGUMENT for a recording without exchanges.
 */
export const replayOn = async (
  ledger: Ledger,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<ReplayReport> => {
  await createReplayUsers(ledger, recording);
  const secret = crypto.randomUUID();
  const isAnonymous = recording.exchanges.every(({ user }) => user === undefined);
  const api: LedgerApiOptions = {
    auth: isAnonymous ? "disabled" : { hs256Secret: secret },
    errors: "exact",
  };
  const streams = await serveStreams(ledger, recording, api);
  const wasKept = ledger.requests.kept !== undefined;
  if (!wasKept) ledger.requests.keep({ entries: 10 });
  try {
    return await replayRecording(
      recording,
      {
        url: streams?.url ?? "http://ledger.invalid",
        fetch: createFetch(ledger, api),
        webSocket: streams?.webSocket,
        token: (user) =>
          user === undefined ? undefined : tokenFor(secret, user, { expiresInSeconds: Infinity }),
        sign: createSubstituteKeySigner(ledger),
        time: (micros) => moveClockTo(ledger, micros),
        decidedBy: () => describeDecision(ledger),
      },
      options,
    );
  } finally {
    if (!wasKept) ledger.requests.stop();
    streams?.close();
  }
};

const serveStreams = async (ledger: Ledger, { exchanges }: Recording, api: LedgerApiOptions) => {
  if (exchanges.every(({ kind }) => kind !== "stream")) return undefined;
  const { WebSocket } = await import("ws");
  const server: Server = createServer();
  const streams = attachLedgerStreams(server, ledger, api);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    webSocket: WebSocket,
    close: () => {
      streams.close();
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Moves the clock to a recorded time. The machine's clock would be far ahead of the recording. */
const moveClockTo = ({ clock }: Ledger, time: bigint): void => {
  if (clock.mode === "real" || time > clock.now()) clock.freeze(time);
};

/** Returns the cause that refused the last call, or the right that permitted it. */
const describeDecision = ({ requests }: Ledger): string | undefined => {
  const last = [...requests].at(-1);
  if (last === undefined) return undefined;
  if (last.error !== undefined) return `${last.error.code ?? "no code"}: ${last.error.cause}`;
  const rights = last.decidedBy.map((decisive) =>
    decisive.by === "right" ? `the right ${decisive.heldBy ?? "that is missing"}` : decisive.by,
  );
  return rights.length === 0 ? undefined : rights.join(", ");
};
