<?php
class Transfer extends Model
{
    protected $fillable = ['amount', 'customerId', 'memo'];
    public function getAmountAttribute($value) { return $value / 100; }
}
