import type { Random } from "../random.ts";
import type { World } from "../world.ts";

/** Step: time passes, mostly little. */
export const pass = async (world: World, random: Random): Promise<void> => {
  const millis = random.once(15) ? random.below(90_000) : random.below(800);
  world.log.push(`${millis} ms pass`);
  if (world.ledger.clock.mode === "manual" && random.once(2)) {
    world.ledger.clock.advance(BigInt(millis) * 1000n);
  }
  await world.machine.pass(millis);
};

/** Step: the machine's clock jumps forward or back by a random time. */
export const jump = (world: World, random: Random): void => {
  const millis =
    (random.below(2) === 0 ? -1 : 1) * random.below(random.once(4) ? 86_400_000 : 90_000);
  world.log.push(`the clock jumps by ${millis} ms`);
  world.machine.jump(millis);
};

/** Step: the host freezes the ledger's clock, or resumes it. */
export const freeze = (world: World, random: Random): void => {
  const { clock } = world.ledger;
  world.isClockDisturbed = true;
  switch (random.below(3)) {
    case 0:
      world.log.push("the clock stands still");
      return clock.freeze();
    case 1:
      world.log.push("the clock steps");
      return clock.step(BigInt(1 + random.below(1_000_000)));
    default:
      world.log.push("the clock goes on");
      return clock.resume();
  }
};

/** Step: the store begins to fail. */
export const breakStore = (world: World, random: Random): void => {
  const { faults } = world.store;
  switch (random.below(4)) {
    case 0:
      faults.failBefore += 1 + random.below(3);
      break;
    case 1:
      faults.failAfter += 1 + random.below(3);
      break;
    case 2:
      faults.failRead += 1;
      break;
    default:
      faults.slow = true;
  }
  world.log.push(`the store is ${JSON.stringify(faults)}`);
};

/** Step: the store recovers. */
export const repairStore = (world: World, random: Random): void => {
  const { store } = world;
  if (random.once(2)) store.faults.slow = false;
  store.release();
};
