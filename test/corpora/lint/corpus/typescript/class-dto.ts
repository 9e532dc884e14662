export class TransferDto {
  @IsUUID() customerId!: string;
  @IsString() purposeOfPayment!: string;
  @IsNumber()
  amount!: number;
}
