import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { useFolder } from "../../support/use-folder.ts";
import { describeNamedSnapshots } from "../describe-named-snapshots.ts";

describe("named snapshot of a ledger in a folder", () => {
  const place = useFolder("named-snapshots");
  describeNamedSnapshots({ place, open: openLevelStore, programs: 2 });
});
