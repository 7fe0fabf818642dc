import type { CaseLedger } from "../../support/catalogue/case-ledger.ts";
import { exercise } from "../../support/catalogue/models.ts";
import { Deed, Worker } from "../../support/catalogue/worker.ts";

export const wait = "/v2/commands/submit-and-wait";

export const deedOf = (owner: string, name: string, readers: readonly string[] = []) =>
  Deed.create({ owner, name, readers });

export const workerOf = (owner: string, signers: readonly string[] = []) =>
  Worker.create({ owner, signers });

/** Returns the command with which a worker runs a program on a deed, named `d` by default. */
export const runOf = (
  worker: string,
  program: string,
  {
    owner,
    deed,
    name = "d",
  }: { readonly owner: string; readonly deed?: string; readonly name?: string },
) =>
  exercise(Worker.reference, worker, "Run", {
    program,
    owner,
    name,
    ...(deed === undefined ? {} : { deed }),
  });

/** Creates a deed of alice named `d`. Bob can see it if `readers` contains him. */
export const keptBy = async (
  api: CaseLedger,
  { readers = [] }: { readonly readers?: readonly "bob"[] } = {},
) => {
  const [alice, bob] = await api.parties("alice", "bob");
  const seers = readers.map(() => bob);
  return { alice, bob, deed: await api.create(alice, deedOf(alice, "d", seers)) };
};
