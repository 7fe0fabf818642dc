import { type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";
import { maxRemoteResponseBytes } from "../remote/read-response-with-timeout.ts";
import { createParticipantUnreachableError } from "./remote-error.ts";

/**
 * Limits the bytes and the time that one fork may use to read from a participant, which may
 * misbehave.
 */
export class ForkReadBudget {
  readonly #maxBytes: number;
  readonly #ends: bigint;
  readonly #maxMillis: number;
  #left: number;

  constructor({ maxBytes, maxMillis }: { readonly maxBytes: number; readonly maxMillis: number }) {
    this.#maxBytes = this.#left = maxBytes;
    this.#maxMillis = maxMillis;
    this.#ends = machineTimeSource.now() + BigInt(maxMillis) * 1_000n;
  }

  /**
   * Counts received bytes. `ofAnswer` is the size of the response so far. Raises INVALID_ARGUMENT
   * if the response or the total exceeds its maximum.
   */
  countReceivedBytes(bytes: number, responseBytes: number): void {
    this.#left -= bytes;
    if (responseBytes > maxRemoteResponseBytes) {
      throw responseTooLongError("One response of the participant has", maxRemoteResponseBytes);
    }
    if (this.#left < 0) {
      throw responseTooLongError("The responses of the participant have", this.#maxBytes);
    }
  }

  /**
   * Returns the timeout for the next call in milliseconds: `usual`, or the remaining time if it is
   * shorter. Raises SERVICE_NOT_RUNNING if no time remains.
   */
  computeTimeoutMillis(call: string, usual: number): number {
    const left = Number((this.#ends - machineTimeSource.now()) / 1_000n);
    if (left <= 0) {
      throw createParticipantUnreachableError(
        call,
        `all calls together took longer than ${this.#maxMillis} ms`,
      );
    }
    return Math.min(left, usual);
  }
}

const responseTooLongError = (what: string, max: number): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `${what} more than ${max} bytes. Select parties or templates, or increase maxBytes.`,
    path: "maxBytes",
  });
