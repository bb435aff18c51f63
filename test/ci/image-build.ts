/**
 * Follows a Dockerfile without a builder, in folders instead of images: each stage is a folder that stands for its root, and
 * commands run in it with the tools of this machine. Base images, users and volumes are left to a real build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';

interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  workdir: string;
}

/** The last stage, ready to run commands. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** The working directory, as a path of this machine. */
  readonly cwd: string;
}

/** @throws Error if a command fails, or an instruction is not understood */
export function followDockerfile(text: string, context: string, into: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (instruction.getKeyword() === 'FROM') {
      const root = join(into, String(stages.size));
      mkdirSync(root);
      stage = { root, env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }, workdir: '/' };
      stages.set(words[2] ?? 'last', stage);
    } else follow(instruction, words, stage!, stages, context);
  }
  return { root: stage!.root, env: stage!.env, cwd: join(stage!.root, stage!.workdir) };
}

function follow(
  instruction: Instruction,
  words: readonly string[],
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  context: string,
): void {
  const cwd = join(stage.root, stage.workdir);
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = words[0]!;
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
      break;
    case 'ENV':
      for (const [, name, value] of words.join(' ').matchAll(/(\w+)=(\S+)/g))
        stage.env[name!] = value!.replace('$PATH', stage.env['PATH']!).replace(/^\//, `${stage.root}/`);
      break;
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
      const [target, ...sources] = [...words].reverse();
      for (const source of sources) {
        const path = join(from === undefined ? context : stages.get(from)!.root, source);
        cpSync(path, target === './' ? join(cwd, basename(source)) : join(cwd, target!), { recursive: true });
      }
      break;
    }
    case 'RUN':
      execFileSync('sh', ['-c', words.join(' ')], { cwd, env: stage.env, stdio: 'pipe' });
      break;
    case 'USER':
    case 'VOLUME':
    case 'ENTRYPOINT':
    case 'CMD':
      break;
    default:
      throw new Error(`${instruction.getKeyword()} is not followed here`);
  }
}
