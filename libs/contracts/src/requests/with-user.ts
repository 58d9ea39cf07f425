import { IsOptional, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

/** A string, or a number that JSON holds exactly; never rounded, never empty. */
@ValidatorConstraint({ name: 'isUserId' })
export class IsUserId implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    if (typeof value === 'number') return Number.isSafeInteger(value);
    return typeof value === 'string' && value.length > 0 && value.length <= 256;
  }

  defaultMessage(): string {
    return 'user_id must be a non-empty string of at most 256 characters or a safe integer';
  }
}

/** `user_id` is legal in every body and query. */
export class WithUser {
  @IsOptional()
  @Validate(IsUserId)
  user_id?: string | number;
}
