import { maxWaitMillis } from "../test/support/honest-caller.ts";
import { hostileDar } from "../test/support/hostile-package.ts";
import { LedgerUnderAttack } from "../test/support/ledger-under-attack.ts";
import { reportFigures } from "./report.ts";

// Measures how long a user waits while another user does the worst that the limits allow (SECURITY.md). Runs
// the TypeScript sources, not the build, with the server and both users in this process. Wait times are
// corrected for other load on the machine, as measureHonestCaller describes.

const attackerCount = 4;

const callByAttackName: Readonly<Record<string, readonly [choice: string, argument: unknown]>> = {
  "recursion without end": ["Deep", {}],
  "hashes of large texts": ["Hash", "1000000"],
  "a precondition without end": ["Create", "-1"],
};

const attackFigures = [];
for (const [name, [choice, argument]] of Object.entries(callByAttackName)) {
  const besieged = await LedgerUnderAttack.serve();
  await besieged.attack("POST", "/v2/packages", hostileDar);
  const contractId = await besieged.create("#world:Main:Actor", {
    owner: besieged.bob,
    other: besieged.bob,
  });
  const exercise = () => besieged.exercise("#world:Main:Actor", contractId, choice, argument);
  const { p99 } = await besieged.beside(
    () => Promise.all(Array.from({ length: attackerCount }, exercise)),
    { maxHeldMiB: Number.POSITIVE_INFINITY },
  );
  attackFigures.push({
    name: `99th percentile of the latency during requests of ${attackerCount} clients with ${name}`,
    samples: [p99],
    unit: "ms",
    target: { atMost: maxWaitMillis },
  });
  await besieged.close();
}
reportFigures("A user's calls beside another user's attack", attackFigures);
