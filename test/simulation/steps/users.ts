import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import type { World } from "../world.ts";

/** Step: an administrator grants or revokes a right. */
export const changeRights = async (world: World, random: Random): Promise<void> => {
  if (world.isStoreBusy) return;
  const userId = random.pick(world.clients) ?? "";
  const party = random.pick(world.parties) ?? "";
  const before = world.model.users.get(userId);
  if (before === undefined) return;
  const kind = random.once(2) ? "actAs" : "readAs";
  const isGrant = !before[kind].has(party);
  world.log.push(`${userId} ${isGrant ? "gets" : "loses"} ${kind} ${party}`);
  const right = { [kind === "actAs" ? "CanActAs" : "CanReadAs"]: { value: { party } } };
  const { status, text } = await world.ask(
    "participant_admin",
    `/v2/users/${userId}/rights`,
    { userId, rights: [{ kind: right }] },
    isGrant ? "POST" : "PATCH",
  );
  demand(status === 200, "availability", () => `rights cannot be changed: ${status} ${text}`);
  const changed = new Set(before[kind]);
  if (isGrant) changed.add(party);
  else changed.delete(party);
  world.model.users.set(userId, { ...before, [kind]: changed });
  world.rightsChanged();
  // A stream must end within a second after its user's rights have changed.
  for (const stream of world.streams) {
    if (stream.terms.userId === userId) stream.endsWithin(world.machine.elapsedMillis, 1_500);
  }
};

/** Step: the identity provider gets a random problem, and a client uses one of its tokens. */
export const useProvider = async (world: World, random: Random): Promise<void> => {
  const { provider } = world;
  if (random.once(3)) provider.rotate();
  provider.mood = random.pick(["well", "well", "failing", "hanging", "raving"] as const) ?? "well";
  const { current } = provider;
  const generation = random.once(4) ? current + 1 : current;
  world.log.push(`the provider is ${provider.mood}, somebody calls with key ${generation}`);
  const token = provider.token("provided", generation);
  const work = world.askWith(token, "/v2/authenticated-user", undefined, "GET").then((answer) => {
    const told = `somebody is told ${answer.status} ${answer.text}`;
    demand([200, 401].includes(answer.status), "availability", () => told);
    const isForged = generation > current && provider.current < generation;
    demand(!isForged || answer.status === 401, "authority", () => `${told}, with a key of nobody`);
  });
  const state = { isOver: false };
  world.begin(work.finally(() => (state.isOver = true)));
  // The module that reads the keys may have to be loaded.
  const { asked: before } = provider;
  while (!state.isOver && provider.asked === before && provider.hanging === 0) {
    await world.calm();
  }
};
