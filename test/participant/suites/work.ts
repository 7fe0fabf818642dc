import type { Asked } from "../../support/catalogue/asked.ts";
import { exercise } from "../../support/catalogue/models.ts";
import { Deed, Worker } from "../../support/catalogue/worker.ts";

export const wait = "/v2/commands/submit-and-wait";

export const deedOf = (owner: string, name: string, readers: readonly string[] = []) =>
  Deed.create({ owner, name, readers });

export const workerOf = (owner: string, signers: readonly string[] = []) =>
  Worker.create({ owner, signers });

/** A worker that runs a program on a deed, named `d` by default. */
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

/** A deed of alice named `d`, and bob, who sees it if he is named. */
export const keptBy = async (
  asked: Asked,
  { readers = [] }: { readonly readers?: readonly "bob"[] } = {},
) => {
  const [alice, bob] = await asked.parties("alice", "bob");
  const seers = readers.map(() => bob);
  return { alice, bob, deed: await asked.create(alice, deedOf(alice, "d", seers)) };
};
