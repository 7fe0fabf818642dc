import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Ledger } from "../../lib/index.ts";
import { tokenFor } from "../../lib/internal.ts";
import {
  type Recording,
  replay,
  type ReplayOptions,
  type ReplayReport,
} from "../../lib/recording/index.ts";
import { createFetch } from "../fetch/create-fetch.ts";
import type { LedgerApiOptions } from "../served/options.ts";
import { attachLedgerStreams } from "../websocket/attach-streams.ts";
import { makeUpUsers } from "./make-up-users.ts";
import { standInSigner } from "./stand-in-signer.ts";

/**
 * Replays a recording on a ledger of this process: on a fork of the participant at the offset of its header, or on one that was loaded
 * as the other was. Calls go without a socket, streams over one of this machine. Users have tokens that are made here; those that the ledger does not
 * know are created first, with the rights that their calls need. Transactions of external parties are prepared anew and signed with a key that is registered here beside theirs. The clock is frozen and follows the recording. Afterwards the ledger is
 * where the calls have brought it: give a fork of it to keep it.
 *
 * Rejects with INVALID_ARGUMENT for a recording in which nothing was exchanged.
 */
export const replayOn = async (
  ledger: Ledger,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<ReplayReport> => {
  await makeUpUsers(ledger, recording);
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
    return await replay(
      recording,
      {
        url: streams?.url ?? "http://ledger.invalid",
        fetch: createFetch(ledger, api),
        webSocket: streams?.webSocket,
        token: (user) =>
          user === undefined ? undefined : tokenFor(secret, user, { expiresInSeconds: Infinity }),
        sign: standInSigner(ledger),
        time: (micros) => follow(ledger, micros),
        decidedBy: () => decidedBy(ledger),
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
  // The address of a server that listens on a port.
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

/** A clock that is the machine's is far ahead of a recording. */
const follow = ({ clock }: Ledger, time: bigint): void => {
  if (clock.mode === "real" || time > clock.now()) clock.freeze(time);
};

/** What refused the call that was answered last, or which right let it through. */
const decidedBy = ({ requests }: Ledger): string | undefined => {
  const last = [...requests].at(-1);
  if (last === undefined) return undefined;
  if (last.error !== undefined) return `${last.error.code ?? "no code"}: ${last.error.cause}`;
  const rights = last.decidedBy.map((decisive) =>
    decisive.by === "right" ? `the right ${decisive.heldBy ?? "that is missing"}` : decisive.by,
  );
  return rights.length === 0 ? undefined : rights.join(", ");
};
