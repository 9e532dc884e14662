class Transfer < ApplicationRecord
  validates :amount, presence: true
  scope :large, -> { where('amount > ?', 1000) }
  def to_h = { id: id, amount: amount, currency: currency }
end
