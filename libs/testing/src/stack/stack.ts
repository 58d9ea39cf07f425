import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EngineApi } from '../client/engine-api.js';
import { GatewayApi } from '../client/gateway-api.js';
import { ScriptedModel } from '../scripted-model/index.js';
import { SideEffects } from '../side-effects.js';
import { startDeadMan } from './dead-man.js';
import { freePort, freePorts } from './free-ports.js';
import { ManagedProcess } from './managed-process.js';
import { type AppName, appSpec, type Env, redisSpec } from './processes.js';
import { runningStacks } from './running-stacks.js';

export interface StackOptions {
  /** One gateway for each, with what it has of its own. */
  gateways?: readonly Env[];
  engines?: readonly Env[];
  /** How many. Gateways and engines are spread over stores, and gateways over engines. */
  stores?: number;
  /** For all services. */
  env?: Env;
  /** A folder of agents for the engines. */
  agentsDir?: string;
  /** The demo model is started and used instead of the scripted one. */
  demoModel?: boolean;
}

export const INTERNAL_TOKEN = 'e2e-internal-token-0123456789';

/**
 * A whole product as processes of its own: a Redis, the compiled services, and in this process a scripted model and a
 * server that counts what skills do. Everything is on ports that are free, and gone after `down`.
 *
 *     const stack = await Stack.up({ gateways: [{}, { ENGINE_TRANSPORT: 'ndjson' }], agentsDir });
 *     const run = await stack.gateway(1).ask('s1', 'hello', { agent_id: 'talk' });
 *     await stack.engines[0].kill();
 *     await stack.down();
 */
export class Stack {
  readonly model = new ScriptedModel();
  readonly effects = new SideEffects();
  redis!: ManagedProcess;
  redisPort!: number;
  readonly stores: ManagedProcess[] = [];
  readonly engines: ManagedProcess[] = [];
  readonly gateways: ManagedProcess[] = [];
  demoModel?: ManagedProcess;
  #modelUrl?: string;
  #storePorts: number[] = [];
  #enginePorts: number[] = [];
  readonly #gatewayPorts: number[] = [];
  #callOffDeadMan: () => void = () => undefined;

  private constructor(
    private readonly options: StackOptions,
    private readonly folder: string,
  ) {}

  /** Resolves when all are ready. Where one does not start, the others are taken down again. */
  static async up(options: StackOptions = {}): Promise<Stack> {
    const stack = new Stack(options, await mkdtemp(path.join(tmpdir(), 'parley-stack-')));
    runningStacks.add(stack);
    try {
      await stack.#start();
      return stack;
    } catch (error) {
      await stack.down().catch(() => undefined);
      throw error;
    }
  }

  get redisUrl(): string {
    return `redis://127.0.0.1:${this.redisPort}`;
  }

  /** The public API of one gateway. */
  gateway(index = 0): GatewayApi {
    return new GatewayApi(`http://127.0.0.1:${this.#gatewayPorts[index] ?? missing('gateway', index)}`);
  }

  /** The internal API of one engine. */
  engine(index = 0, token: string | null = INTERNAL_TOKEN): EngineApi {
    return new EngineApi(`http://127.0.0.1:${this.#enginePorts[index] ?? missing('engine', index)}`, token);
  }

  /** Stores, engines and gateways: what a restart of the product restarts. */
  get services(): ManagedProcess[] {
    return [...this.stores, ...this.engines, ...this.gateways];
  }

  get processes(): ManagedProcess[] {
    return [this.redis, this.demoModel, ...this.services].filter((process) => process !== undefined);
  }

  /** Starts one more gateway, with what it has of its own; answers its index. */
  async addGateway(env: Env): Promise<number> {
    const gateway = await this.#gateway(env);
    await gateway.start();
    return this.gateways.push(gateway) - 1;
  }

  /** SIGKILL for all services at once. */
  async killServices(): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill()));
  }

  /** Starts what does not run, Redis included; resolves when all are ready. */
  async startServices(): Promise<void> {
    if (!this.redis.isRunning) await this.redis.start();
    for (const service of this.services) if (!service.isRunning) service.launch();
    await Promise.all(this.services.map((service) => service.untilReady()));
  }

  /**
   * Ends everything, the hard way: how a service leaves by itself is a test of its own. Throws where one has died without
   * being told to: no test may pass over that.
   */
  async down(): Promise<void> {
    runningStacks.delete(this);
    await Promise.all(this.processes.map((process) => process.kill()));
    await this.model.close();
    await this.effects.close();
    this.#callOffDeadMan();
    await rm(this.folder, { recursive: true, force: true });
    for (const { name, diedWith, log } of this.processes) {
      if (diedWith) throw new Error(`${name} died with ${JSON.stringify(diedWith)}:\n${log.slice(-3000)}`);
    }
  }

  async #start(): Promise<void> {
    const { stores = 1, engines = [{}], gateways = [{}], demoModel = false } = this.options;
    this.#callOffDeadMan = startDeadMan(this.folder);
    await this.model.listen(await freePort());
    await this.effects.listen(await freePort());
    this.redisPort = await freePort();
    this.redis = new ManagedProcess(redisSpec(this.folder, this.redisPort));
    await this.redis.start();
    if (demoModel) await this.#startDemoModel();

    this.#storePorts = await freePorts(stores);
    this.#enginePorts = await freePorts(engines.length);
    for (const port of this.#storePorts) this.stores.push(await this.#store(port));
    for (const [index, port] of this.#enginePorts.entries()) this.engines.push(this.#engine(index, port, engines[index]));
    for (const env of gateways) this.gateways.push(await this.#gateway(env));
    await this.startServices();
  }

  async #startDemoModel(): Promise<void> {
    const port = await freePort();
    const env = { DEMO_MODEL_PORT: String(port), DEMO_MODEL_PACE_MS: '1' };
    this.demoModel = new ManagedProcess(appSpec('demo-model', 'demo-model', this.folder, env, port));
    this.#modelUrl = `http://127.0.0.1:${port}/v1`;
    await this.demoModel.start();
  }

  async #store(port: number): Promise<ManagedProcess> {
    const httpPort = await freePort();
    const env = { SESSION_STORE_PORT: String(port), SESSION_STORE_HTTP_PORT: String(httpPort) };
    return this.#service('session-store', this.stores.length, env, httpPort);
  }

  #engine(index: number, port: number, own: Env = {}): ManagedProcess {
    const { agentsDir } = this.options;
    const env = {
      ENGINE_PORT: String(port),
      MODEL_BASE_URL: this.#modelUrl ?? this.model.url,
      EFFECTS_URL: this.effects.url,
      ...(agentsDir !== undefined && { AGENTS_DIR: agentsDir }),
      ...this.#storeEnv(index),
      ...own,
    };
    return this.#service('ai-engine', index, env, port);
  }

  async #gateway(own: Env): Promise<ManagedProcess> {
    const index = this.gateways.length;
    const port = await freePort();
    this.#gatewayPorts.push(port);
    const enginePort = this.#enginePorts[index % this.#enginePorts.length];
    const env = { GATEWAY_PORT: String(port), ENGINE_URL: `http://127.0.0.1:${enginePort}`, ...this.#storeEnv(index), ...own };
    return this.#service('consultations-gateway', index, env, port);
  }

  #storeEnv(index: number): Env {
    return { SESSION_STORE_URL: `tcp://127.0.0.1:${this.#storePorts[index % this.#storePorts.length]}` };
  }

  #service(app: AppName, index: number, env: Env, httpPort: number): ManagedProcess {
    const common = { REDIS_URL: this.redisUrl, INTERNAL_TOKEN, LOG_LEVEL: 'info', ...this.options.env };
    return new ManagedProcess(appSpec(app, `${app}-${index}`, this.folder, { ...common, ...env }, httpPort));
  }
}

function missing(what: string, index: number): never {
  throw new Error(`this stack has no ${what} ${index}`);
}
