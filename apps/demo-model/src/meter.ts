export type Outcome = 'finished' | 'aborted' | 'refused' | 'failed';

/** Counts what was answered, for `GET /metrics`. */
export class Meter {
  readonly #completions: Record<Outcome, number> = { finished: 0, aborted: 0, refused: 0, failed: 0 };
  #active = 0;
  #tokens = 0;

  begin(): void {
    this.#active++;
  }

  finish(outcome: Outcome): void {
    this.#active--;
    this.#completions[outcome]++;
  }

  token(): void {
    this.#tokens++;
  }

  get active(): number {
    return this.#active;
  }

  /** Prometheus' text format. */
  exposition(): string {
    const completions = Object.entries(this.#completions).map(
      ([outcome, n]) => `demo_model_completions_total{outcome="${outcome}"} ${n}`,
    );
    return [
      '# TYPE demo_model_completions_total counter',
      ...completions,
      '# TYPE demo_model_active_completions gauge',
      `demo_model_active_completions ${this.#active}`,
      '# TYPE demo_model_tokens_total counter',
      `demo_model_tokens_total ${this.#tokens}`,
      '',
    ].join('\n');
  }
}
