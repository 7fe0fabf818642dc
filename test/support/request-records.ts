import type { RequestRecord } from "../../middleware/index.ts";

/** The requests reported to a host. */
export class RequestRecords {
  readonly all: RequestRecord[] = [];
  #heard = (): void => undefined;

  /** The `onRequest` callback. */
  readonly tell = (record: RequestRecord): void => {
    this.all.push(record);
    this.#heard();
  };

  /** The first `count` records, once they exist; some arrive after the client's response. */
  async first(count: number): Promise<readonly RequestRecord[]> {
    while (this.all.length < count) await new Promise<void>((heard) => (this.#heard = heard));
    return this.all.slice(0, count);
  }
}
