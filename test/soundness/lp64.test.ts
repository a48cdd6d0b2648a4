import { testSoundness } from "./soundness.ts";

testSoundness("LP64");
