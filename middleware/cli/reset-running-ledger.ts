import { type LedgerError, ledgerError } from "../../lib/index.ts";
import { readServerRecord } from "./session.ts";
import type { CommandLineIo, ServerSettings } from "./settings.ts";

/**
 * Reverts the ledger that runs on the port to its loaded content, over its control API. Rejects
 * with INVALID_ARGUMENT if there is none, or if it has no control API.
 */
export const resetRunningLedger = async (
  settings: ServerSettings,
  { environment, write }: CommandLineIo,
): Promise<void> => {
  const session = readServerRecord(environment, settings.port);
  const baseUrl = session?.baseUrl ?? `http://127.0.0.1:${settings.port}`;
  const secret = settings.controlSecret ?? session?.controlSecret;
  const answer = await postRequest(`${baseUrl}/control/reset`, secret);
  if (!answer.ok) throw resetRefusedError(baseUrl, answer.status);
  const { ledgerEnd } = (await answer.json()) as { readonly ledgerEnd: number };
  write(`${baseUrl} was reset to its loaded content, offset ${ledgerEnd}.\n`);
};

const postRequest = async (url: string, secret: string | undefined): Promise<Response> => {
  const headers = secret === undefined ? {} : { Authorization: `Bearer ${secret}` };
  try {
    return await fetch(url, { method: "POST", headers });
  } catch {
    throw invalidArgumentError(`No ledger answers at ${url}. Name its port with --port.`);
  }
};

const resetRefusedError = (baseUrl: string, status: number): LedgerError => {
  switch (status) {
    case 401:
    case 403:
      return invalidArgumentError(
        `${baseUrl} has another secret: pass it with --control-secret or LEDGER_IN_A_BOX_CONTROL_SECRET.`,
      );
    case 404:
      return invalidArgumentError(`${baseUrl} has no control API: start it with --control.`);
    default:
      return invalidArgumentError(`${baseUrl} answered with status ${status}.`);
  }
};

const invalidArgumentError = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause });
