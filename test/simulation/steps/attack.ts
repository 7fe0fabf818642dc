import { hostileDar } from "../hostile-packages.ts";
import type { Random } from "../random.ts";
import { demand } from "../violation.ts";
import type { World } from "../world.ts";

const mostPackages = 12;

/** Step: a client uploads a hostile package. */
export const upload = (world: World, random: Random): void => {
  if (world.hostile.length >= mostPackages) return;
  const { dar, name, template } = hostileDar(random);
  world.log.push(`${name} is uploaded`);
  const { epoch, store } = world;
  const { failures } = store;
  const work = world
    .ask("participant_admin", "/v2/dars", dar)
    .then(({ status, text, isStruck }) => {
      const isExcused =
        isStruck || world.epoch !== epoch || world.store.failures > failures || status === 503;
      demand(
        status < 500 || isExcused,
        "availability",
        () => `an upload is told ${status} ${text}`,
      );
      if (status === 200) world.hostile.push({ name, template });
    });
  world.begin(work);
};

/** Step: the attacker uses contracts and choices of a hostile package. */
export const attack = (world: World, random: Random): void => {
  const target = random.pick(world.hostile);
  if (target === undefined) return;
  const { attacker } = world;
  const { name, template } = target;
  const createArguments =
    template === "Trap"
      ? { owner: attacker, n: String(random.below(60)) }
      : { parties: [attacker] };
  const choice =
    template === "Trap" ? (random.pick(["Spring", "Again"]) ?? "") : `P${random.below(4)}`;
  const choiceArgument = template === "Trap" ? {} : [];
  const templateId = `#${name}:Main:${template}`;
  const command = random.once(3)
    ? { CreateCommand: { templateId, createArguments } }
    : { CreateAndExerciseCommand: { templateId, createArguments, choice, choiceArgument } };
  world.log.push(`${JSON.stringify(command)} is tried`);
  const { epoch, store } = world;
  const { failures } = store;
  const body = {
    commands: [command],
    commandId: `a${world.count()}`,
    actAs: [attacker],
    userId: "mallory",
  };
  const work = world
    .ask("mallory", "/v2/commands/submit-and-wait", body)
    .then(({ status, text, isStruck }) => {
      const isExcused =
        isStruck || world.epoch !== epoch || world.store.failures > failures || status === 503;
      demand(
        status < 500 || isExcused,
        "availability",
        () => `an attack is told ${status} ${text.slice(0, 400)}`,
      );
    });
  world.begin(work);
};
